using System.Security.Cryptography;
using System.Text;
using AElf.Bench.Core.Files;

namespace AElf.Bench.Electrum.Sources;

/// <summary>The login to a node.</summary>
/// <param name="pair">USER:PASSWORD, the contents of a cookie file.</param>
public sealed class NodeLogin(string pair)
{
    private const int MaxCookieSize = 4096;

    /// <summary>The value of a call's header "Authorization".</summary>
    public string Header { get; } = $"Basic {Convert.ToBase64String(Encoding.UTF8.GetBytes(pair))}";

    /// <summary>Reads the cookie of a running node.</summary>
    /// <exception cref="IOException">The file cannot be read, or is not a cookie.</exception>
    /// <exception cref="UnauthorizedAccessException">The process may not read the file.</exception>
    public static NodeLogin ReadCookie(string path)
    {
        using var file = File.OpenRead(path);
        if (file.Length > MaxCookieSize)
        {
            throw new IOException($"{path} has {file.Length} bytes; expected a cookie, USER:PASSWORD in one line");
        }

        using var reader = new StreamReader(file);
        var pair = reader.ReadToEnd().TrimEnd('\r', '\n');
        return pair.Contains(':', StringComparison.Ordinal) && !pair.Contains('\n', StringComparison.Ordinal)
            ? new NodeLogin(pair)
            : throw new IOException($"{path} is not a cookie; expected USER:PASSWORD in one line");
    }

    /// <summary>Whether a call's header has this value. The time depends only on the length of the header.</summary>
    public bool Matches(string? given) => CryptographicOperations.FixedTimeEquals(
        Encoding.UTF8.GetBytes(given ?? ""), Encoding.ASCII.GetBytes(Header));
}

/// <summary>
/// The cookie file of a running node, readable only by the user of this process. A lock prevents use by another node.
/// Disposal deletes the file; a new node replaces the file of a killed node.
/// </summary>
public sealed class NodeCookie : IDisposable
{
    private const int PasswordBytes = 32;

    private readonly FileStream file;

    /// <summary>Creates the file.</summary>
    /// <exception cref="IOException">Another node uses the file, or it cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The process may not write the file.</exception>
    public NodeCookie(string path)
    {
        file = new FileStream(path, new FileStreamOptions
        {
            Mode = FileMode.OpenOrCreate,
            Access = FileAccess.ReadWrite,
            Share = FileShare.ReadWrite | FileShare.Delete,
            UnixCreateMode = WholeFile.OwnerOnly,
        });
        try
        {
            Take();
        }
        catch
        {
            file.Dispose();
            throw;
        }

        var pair = $"__cookie__:{Convert.ToHexStringLower(RandomNumberGenerator.GetBytes(PasswordBytes))}";
        Login = new NodeLogin(pair);
        File.SetUnixFileMode(file.SafeFileHandle, WholeFile.OwnerOnly);
        file.SetLength(0);
        file.Write(Encoding.ASCII.GetBytes(pair));
        file.Flush();
    }

    /// <summary>The login in the file.</summary>
    public NodeLogin Login { get; }

    public void Dispose()
    {
        File.Delete(file.Name);
        file.Dispose();
    }

    private void Take()
    {
        try
        {
            // The lock does not prevent reading.
            file.Lock(0, 1);
        }
        catch (IOException exception)
        {
            throw new IOException($"{file.Name} is the cookie of a running node; use another file", exception);
        }
    }
}
