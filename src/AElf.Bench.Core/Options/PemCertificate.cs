using System.Security.Cryptography;
using System.Security.Cryptography.X509Certificates;

namespace AElf.Bench.Core.Options;

/// <summary>Reads the certificate of this process from PEM files.</summary>
public static class PemCertificate
{
    /// <summary>Reads a certificate with its key.</summary>
    /// <param name="file">The certificate.</param>
    /// <param name="keyFile">Its key; null if the certificate's file contains the key.</param>
    /// <param name="failure">Creates the exception from a message and its cause.</param>
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
