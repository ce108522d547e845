using System.Reflection;
using System.Reflection.Emit;
using AElf.Bench.Core.Options;
using CommandLine;

namespace AElf.Bench.Settings.CommandLine;

/// <summary>
/// Makes the class that CommandLineParser fills from the rows of the settings, so that a row alone declares an option.
/// </summary>
internal static class ArgumentsClass
{
    private const string Name = "Arguments";

    /// <summary>A class with a field for each setting, by its name, which a property of the parser fills.</summary>
    /// <param name="options">Settings, with the spelling of the option that was typed.</param>
    public static Type Of(IReadOnlyDictionary<Setting, string> options)
    {
        var assembly = AssemblyBuilder.DefineDynamicAssembly(new AssemblyName(Name), AssemblyBuilderAccess.Run);
        var type = assembly.DefineDynamicModule(Name).DefineType(Name, TypeAttributes.Public);
        foreach (var (setting, option) in options)
        {
            Define(type, setting, option);
        }

        return type.CreateType();
    }

    private static void Define(TypeBuilder type, Setting setting, string option)
    {
        var value = setting.ValueCount switch
        {
            0 => typeof(bool),
            1 => typeof(string),
            _ => typeof(IEnumerable<string>),
        };
        var setter = type.DefineMethod($"set_{setting.Name}", MethodAttributes.Public, null, [value]);
        var body = setter.GetILGenerator();
        body.Emit(OpCodes.Ldarg_0);
        body.Emit(OpCodes.Ldarg_1);
        body.Emit(OpCodes.Stfld, type.DefineField(setting.Name, value, FieldAttributes.Public));
        body.Emit(OpCodes.Ret);
        var property = type.DefineProperty(setting.Name, PropertyAttributes.None, value, null);
        property.SetSetMethod(setter);
        object name = option is ['-', not '-' and var letter] ? letter : option[2..];
        property.SetCustomAttribute(
            new CustomAttributeBuilder(typeof(OptionAttribute).GetConstructor([name.GetType()])!, [name]));
    }
}
