namespace AElf.Bench.Core.Stores;

/// <summary>Counts operations one by one. One thread counts.</summary>
public struct OperationTally
{
    private long gets;
    private long sets;
    private long multiGets;
    private long multiSets;
    private long keysInMultiGets;
    private long keysInMultiSets;
    private long execs;
    private long scripts;

    public readonly OperationCounts Counts =>
        new(gets, sets, multiGets, multiSets, gets + keysInMultiGets, sets + keysInMultiSets)
        {
            Exec = execs,
            EvalSha = scripts,
        };

    public void Get() => gets++;

    public void Set() => sets++;

    /// <summary>Counts an MGET with its number of keys.</summary>
    public void MultiGet(int keys)
    {
        multiGets++;
        keysInMultiGets += keys;
    }

    /// <summary>Counts an MSET with its number of keys.</summary>
    public void MultiSet(int keys)
    {
        multiSets++;
        keysInMultiSets += keys;
    }

    public void Script() => scripts++;

    /// <summary>Counts an EXEC with its number of SETs.</summary>
    public void Exec(int keys)
    {
        execs++;
        sets += keys;
    }
}
