using System.Diagnostics;
using System.Reflection;
using AElf.Bench.Core.Options;

namespace AElf.Bench.Settings;

/// <summary>Warns of figures measured with code the compiler was told not to optimise.</summary>
public static class BuildCheck
{
    /// <summary>The warning for this assembly, or null when it is a Release build.</summary>
    public static ValidationError? Check(Assembly assembly) =>
        Check(assembly.GetCustomAttribute<DebuggableAttribute>()?.IsJITOptimizerDisabled ?? false);

    internal static ValidationError? Check(bool isDebug) =>
        isDebug ? ValidationError.Warning(
            "build", "a Debug build measures too low", "use a Release build (dotnet build -c Release)") : null;
}
