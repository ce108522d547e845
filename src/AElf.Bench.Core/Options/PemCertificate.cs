using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace AElf.Bench.Core.Options;

/// <summary>Reads the certificate that a process shows, out of PEM files.</summary>
public static class PemCertificate
{
    /// <summary>Reads a certificate with its key.</summary>
    /// <param name="file">The certificate.</param>
    /// <param name="keyFile">Its key; null where the certificate's file holds that too.</param>
    /// <param name="failure">Makes the exception to throw of a sentence about the files, and its cause.</param>
    public static X509Certificate2 Read(string file, string? keyFile, Func<string, Exception, Exception> failure)
    {
        try
        {
            return X509Certificate2.CreateFromPemFile(file, keyFile);
        }
        catch (Exception cause) when (cause is IOException or UnauthorizedAccessException or CryptographicException)
        {
            throw failure($"the certificate {file} and its key cannot be read: {cause.Message}", cause);
        }
    }
}
