using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Running;

// Each benchmark runs in a separate process. BenchmarkDotNet 0.14 has no moniker for net10.0, so it takes the framework
// of this process.
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly)
    .Run(args, DefaultConfig.Instance.AddDiagnoser(MemoryDiagnoser.Default));
