using System.Reflection;
using System.Reflection.Emit;
using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Bench.Configuration.CommandLine;

/// <summary>
/// What the command-line parser fills; derived types, which have a property for each option, are made from the table.
/// </summary>
public abstract class ParsedArguments
{
    /// <summary>What belongs to no option.</summary>
    [Value(0)]
    public IEnumerable<string> Words { get; set; } = [];
}

/// <summary>
/// The type CommandLineParser fills for one program, made at run time: the parser wants a property with an attribute
/// for each option, and
/// the options stand in the table already. Values are texts, so that each bad one gets our own message.
/// </summary>
internal sealed class ArgumentType
{
    private readonly Type type;
    private readonly Setting[] settings;

    /// <summary>A type with the options of these settings.</summary>
    public ArgumentType(IEnumerable<Setting> settings)
    {
        this.settings = [.. settings];
        var assembly = AssemblyBuilder.DefineDynamicAssembly(
            new AssemblyName("AElf.Bench.Arguments"), AssemblyBuilderAccess.RunAndCollect);
        var builder = assembly.DefineDynamicModule("Arguments").DefineType(
            "Arguments", TypeAttributes.Public, typeof(ParsedArguments));
        foreach (var setting in this.settings)
        {
            DefineProperty(builder, setting);
        }

        type = builder.CreateType();
    }

    /// <summary>An instance without values, for the parser to fill.</summary>
    public ParsedArguments Create() => (ParsedArguments)Activator.CreateInstance(type)!;

    /// <summary>The options that were given, with their values; a switch has none.</summary>
    public IEnumerable<(Setting Setting, string[] Values)> Given(ParsedArguments arguments)
    {
        foreach (var setting in settings)
        {
            switch (type.GetProperty(setting.Name)!.GetValue(arguments))
            {
                case true:
                    yield return (setting, []);
                    break;
                case string value:
                    yield return (setting, [value]);
                    break;
                case IEnumerable<string> values when values.Any():
                    yield return (setting, [.. values]);
                    break;
            }
        }
    }

    private static void DefineProperty(TypeBuilder builder, Setting setting)
    {
        const MethodAttributes Accessor =
            MethodAttributes.Public | MethodAttributes.SpecialName | MethodAttributes.HideBySig;
        var value = setting.ValueCount switch
        {
            0 => typeof(bool),
            1 => typeof(string),
            _ => typeof(IEnumerable<string>),
        };
        var field = builder.DefineField($"<{setting.Name}>", value, FieldAttributes.Private);
        var getter = builder.DefineMethod($"get_{setting.Name}", Accessor, value, []);
        var code = getter.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Ldfld, field);
        code.Emit(OpCodes.Ret);
        var setter = builder.DefineMethod($"set_{setting.Name}", Accessor, null, [value]);
        code = setter.GetILGenerator();
        code.Emit(OpCodes.Ldarg_0);
        code.Emit(OpCodes.Ldarg_1);
        code.Emit(OpCodes.Stfld, field);
        code.Emit(OpCodes.Ret);

        var property = builder.DefineProperty(setting.Name, PropertyAttributes.None, value, []);
        property.SetGetMethod(getter);
        property.SetSetMethod(setter);
        property.SetCustomAttribute(OptionOf(setting.OptionNames));
    }

    private static CustomAttributeBuilder OptionOf(IReadOnlyList<string> names)
    {
        object[] spellings = [.. names.Select(name => name is ['-', not '-'] ? (object)name[1] : name[2..])];
        Type[] types = [.. spellings.Select(spelling => spelling.GetType())];
        return new(typeof(OptionAttribute).GetConstructor(types)!, spellings);
    }
}
