using AElf.Bench.Core.Options;

namespace AElf.Bench.Tests.Settings;

/// <summary>Formats the values of a layer.</summary>
internal static class LayerText
{
    /// <summary>The text of a setting that the layer sets.</summary>
    public static string TextOf(this SettingLayer layer, Setting setting) =>
        setting.Rule.Format(layer.Values[setting].Value);
}
