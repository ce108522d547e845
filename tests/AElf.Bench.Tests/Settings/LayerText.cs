using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Settings;

/// <summary>What a layer holds, in words.</summary>
internal static class LayerText
{
    /// <summary>The text of a setting that was given.</summary>
    public static string TextOf(this SettingLayer layer, Setting setting) =>
        setting.Rule.Format(layer.Values[setting].Value);
}
