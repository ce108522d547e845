using System.Runtime.InteropServices;
using AElf.Bench.Harness.Submitted;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Http.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core.Features;
using Microsoft.AspNetCore.WebUtilities;
using Microsoft.Net.Http.Headers;
using MinDataRate = Microsoft.AspNetCore.Server.Kestrel.Core.MinDataRate;

namespace AElf.Concurrency.Manager.Submitted;

/// <summary>
/// Reads the body of a request that submits a run: JSON, or a form with that as its part <c>run</c> and the file of a
/// load as <c>load</c>. Reads one large body at a time.
/// </summary>
internal sealed class RunBody(TimeSpan deadline)
{
    private const int SmallBytes = 64 << 10;
    private const int MaxBytes = SubmittedRun.MaxLoadBytes + SubmittedRun.MaxBytes + SmallBytes;
    private const string Run = "run";
    private const string Load = "load";

    // Slower senders are disconnected.
    private readonly MinDataRate slowest = new(SmallBytes / deadline.TotalSeconds, deadline);
    private int largeReaders;

    /// <summary>
    /// Reads a body and passes it to <paramref name="take"/>. Refuses other large bodies until that has ended.
    /// </summary>
    /// <param name="take">Receives the whole body.</param>
    /// <exception cref="BadHttpRequestException">
    /// The body is too large or too slow, or another large body is being read.
    /// </exception>
    public async Task ReadAsync(
        HttpContext context, Func<ReadOnlyMemory<byte>, Task> take, CancellationToken cancellation)
    {
        context.Features.GetRequiredFeature<IHttpMaxRequestBodySizeFeature>().MaxRequestBodySize = MaxBytes;
        context.Features.GetRequiredFeature<IHttpMinRequestBodyDataRateFeature>().MinDataRate = slowest;
        var isLarge = false;
        try
        {
            var body = new byte[SmallBytes];
            var length = 0;
            while (await context.Request.Body.ReadAsync(body.AsMemory(length), cancellation) is var count and > 0)
            {
                length += count;
                if (length < body.Length)
                {
                    continue;
                }

                if (!isLarge && !(isLarge = Interlocked.CompareExchange(ref largeReaders, 1, 0) == 0))
                {
                    throw new BadHttpRequestException(
                        "busy with another large request: try again", StatusCodes.Status503ServiceUnavailable);
                }

                // The buffer grows with the received bytes. Memory that is never written to takes no room.
                var larger = GC.AllocateUninitializedArray<byte>((int)Math.Min(4L * length, MaxBytes + 1));
                body.AsSpan(0, length).CopyTo(larger);
                body = larger;
            }

            await take(body.AsMemory(0, length));
        }
        finally
        {
            if (isLarge)
            {
                Volatile.Write(ref largeReaders, 0);
            }
        }
    }

    /// <summary>The run in a body, and the file of its load; empty without one.</summary>
    /// <exception cref="FormatException">The body contains no run.</exception>
    public static async Task<(SubmittedRun Run, ReadOnlyMemory<byte> Load)> ParseAsync(
        string? contentType, ReadOnlyMemory<byte> body)
    {
        var isForm = MediaTypeHeaderValue.TryParse(contentType, out var type)
            && type.MediaType.Equals("multipart/form-data", StringComparison.OrdinalIgnoreCase);
        var parts = isForm
            ? await PartsOfAsync(HeaderUtilities.RemoveQuotes(type!.Boundary).ToString(), body)
            : new(StringComparer.Ordinal) { [Run] = body };
        var json = parts.GetValueOrDefault(Run);
        return json.Length > SubmittedRun.MaxBytes
            ? throw new FormatException(
                $"a run of {json.Length} bytes; expected at most {SubmittedRun.MaxBytes} without the file of its load, "
                    + "which belongs in the part 'load' of a form (multipart/form-data)")
            : (SubmittedRun.Read(json.Span), parts.GetValueOrDefault(Load));
    }

    private static async Task<Dictionary<string, ReadOnlyMemory<byte>>> PartsOfAsync(
        string boundary, ReadOnlyMemory<byte> body)
    {
        var parts = new Dictionary<string, ReadOnlyMemory<byte>>(StringComparer.Ordinal);
        try
        {
            MemoryMarshal.TryGetArray(body, out var bytes);
            using var stream = new MemoryStream(bytes.Array!, bytes.Offset, bytes.Count, writable: false);
            var reader = new MultipartReader(boundary, stream);
            while (await reader.ReadNextSectionAsync() is { } section)
            {
                var name = section.GetContentDispositionHeader()?.Name.Value?.Trim('"');
                await section.Body.CopyToAsync(Stream.Null);
                if (name is not (Run or Load)
                    || !parts.TryAdd(name, body.Slice((int)section.BaseStreamOffset!, (int)section.Body.Length)))
                {
                    throw new FormatException("unexpected part of the form; expected 'run' and 'load', once each");
                }
            }

            return parts;
        }
        catch (Exception exception) when (exception is IOException or InvalidDataException or ArgumentException)
        {
            throw new FormatException($"invalid form: {exception.Message}", exception);
        }
    }
}
