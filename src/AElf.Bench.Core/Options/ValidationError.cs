namespace AElf.Bench.Core.Options;

/// <summary>One thing wrong with what was given, worded so that the next try is right.</summary>
/// <param name="Critical">True: nothing is started. False: a warning, shown and reported.</param>
/// <param name="What">Where it was given: an option, an environment name, or <c>file:line: key</c>.</param>
/// <param name="Given">What was given, harmless to print.</param>
/// <param name="Right">What would be right.</param>
public sealed record ValidationError(bool Critical, string What, string Given, string Right)
{
    /// <summary>A problem that stops the run.</summary>
    public static ValidationError Error(string what, string given, string right) => new(true, what, given, right);

    /// <summary>A problem the run goes on with.</summary>
    public static ValidationError Warning(string what, string given, string right) => new(false, what, given, right);

    /// <summary>The whole message, one line.</summary>
    public override string ToString() => $"{What}: {Given} was given; {Right} is right";
}

/// <summary>Ends the reading of one file; carries the message for the user and never leaves the readers.</summary>
public sealed class ConfigurationFormatException(string what, string given, string right) : Exception($"{what}: {given} was given; {right} is right")
{
    /// <summary>The message, as data.</summary>
    public ValidationError Problem { get; } = ValidationError.Error(what, given, right);
}
