using BenchmarkDotNet.Configs;
using BenchmarkDotNet.Diagnosers;
using BenchmarkDotNet.Running;

// Each benchmark runs in a process of its own: BenchmarkDotNet 0.14 has no name for net10.0 but takes it from this
// process, and builds for it.
BenchmarkSwitcher.FromAssembly(typeof(Program).Assembly)
    .Run(args, DefaultConfig.Instance.AddDiagnoser(MemoryDiagnoser.Default));
