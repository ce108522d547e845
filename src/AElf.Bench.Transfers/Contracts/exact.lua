-- Numbers of 64 bits where a double is not exact: a sign (n) and four digits of 16 bits, the lowest first.
-- f is the first reason for declining: 1 for an overflow, 2 for a division by zero.
local f
local floor=math.floor
local O={0,0,0,0,n=false}
local function fail(r) f=f or r return O end
local function fit(r)
  if r[5]>0 or r[4]>32768 or r[4]==32768 and not (r.n and r[1]+r[2]+r[3]==0) then return fail(1) end
  r.n=r.n and r[1]+r[2]+r[3]+r[4]>0
  return r
end
local function larger(a,b)
  for i=4,1,-1 do if a[i]~=b[i] then return a[i]>b[i] and 1 or -1 end end
  return 0
end
local function minus(a,b,n)
  local r,c={n=n},0
  for i=1,4 do
    local s=a[i]-b[i]-c
    c=s<0 and 1 or 0
    r[i]=s+c*65536
  end
  r[5]=0
  return r
end
local function A(a,b)
  if a.n~=b.n then
    if larger(a,b)<0 then a,b=b,a end
    return fit(minus(a,b,a.n))
  end
  local r,c={n=a.n},0
  for i=1,4 do
    local s=a[i]+b[i]+c
    c=s>65535 and 1 or 0
    r[i]=s-c*65536
  end
  r[5]=c
  return fit(r)
end
local function S(a,b) return A(a,{b[1],b[2],b[3],b[4],n=not b.n}) end
local function M(a,b)
  local r={0,0,0,0,0,0,0,0,n=a.n~=b.n}
  for i=1,4 do
    local c=0
    for j=1,4 do
      local s=r[i+j-1]+a[i]*b[j]+c
      c=floor(s/65536)
      r[i+j-1]=s-c*65536
    end
    r[i+4]=c
  end
  r[5]=r[5]+r[6]+r[7]+r[8]
  return fit(r)
end
local function divide(a,b)
  local q,r={0,0,0,0,0,n=a.n~=b.n},{0,0,0,0,0,n=a.n}
  for i=63,0,-1 do
    local w,bit=floor(i/16)+1,2^(i%16)
    local c=floor(a[w]/bit)%2
    for j=1,4 do
      local s=r[j]*2+c
      c=s>65535 and 1 or 0
      r[j]=s-c*65536
    end
    if larger(r,b)>=0 then
      r=minus(r,b,a.n)
      q[w]=q[w]+bit
    end
  end
  return q,r
end
local function isZero(a) return a[1]+a[2]+a[3]+a[4]==0 end
local function Q(a,b)
  if isZero(b) then return fail(2) end
  return fit((divide(a,b)))
end
local function R(a,b)
  if isZero(b) then return fail(2) end
  local _,r=divide(a,b)
  return fit(r)
end
local function C(a,b)
  if a.n~=b.n then return a.n and -1 or 1 end
  return a.n and -larger(a,b) or larger(a,b)
end
local function N(a,b) return C(a,b)<0 and a or b end
local function X(a,b) return C(a,b)>0 and a or b end
local function P(s)
  -- The lowest number has no opposite: so it is read as a negative one.
  local r,ten=O,{10,0,0,0,n=false}
  for d in string.gmatch(s,'%d') do r=S(M(r,ten),{d+0,0,0,0,n=false}) end
  return string.sub(s,1,1)=='-' and r or S(O,r)
end
local function W(l,h)
  local n=h<0
  if n then
    h=-h
    if l>0 then h,l=h-1,4294967296-l end
  end
  return {l%65536,floor(l/65536),h%65536,floor(h/65536),n=n}
end
local function T(a)
  local l,h=a[1]+a[2]*65536,a[3]+a[4]*65536
  if a.n then
    h=-h
    if l>0 then h,l=h-1,4294967296-l end
  end
  return l,h
end
