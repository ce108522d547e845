using AElf.Bench.Transfers.SmallBank;

namespace AElf.Bench.TestKit.Simulation;

/// <summary>SmallBank in words of its own: what each transaction makes of balances, one after the other.</summary>
internal static class BankModel
{
    /// <summary>The accounts after a block was offered so often.</summary>
    public static AccountModel Play(BankBlock block, int blocks)
    {
        var model = new AccountModel(block.Accounts.OpeningBalances);
        for (var offered = 0; offered < blocks; offered++)
        {
            foreach (var transaction in block.Transactions)
            {
                model.Next();
                Play(model, transaction);
            }
        }

        return model;
    }

    private static void Play(AccountModel model, BankTransaction transaction)
    {
        var (savings, checking) = (transaction.Customer * 2, (transaction.Customer * 2) + 1);
        var (receiver, amount) = ((transaction.Other * 2) + 1, transaction.Amount);
        var (saved, held) = (model[savings], model[checking]);
        if (transaction.Kind == BankKind.Amalgamate)
        {
            model.Add(savings, -saved);
            model.Add(checking, -held);
            model.Add(receiver, saved + held);
        }
        else if (transaction.Kind == BankKind.SendPayment)
        {
            amount = held < amount ? 0 : amount;
            model.Add(checking, -amount);
            model.Add(receiver, amount);
        }
        else if (transaction.Kind == BankKind.DepositChecking)
        {
            model.Add(checking, amount);
        }
        else if (transaction.Kind == BankKind.TransactSavings)
        {
            model.Add(savings, saved < -amount ? 0 : amount);
        }
        else if (transaction.Kind == BankKind.WriteCheck)
        {
            model.Add(checking, -(saved + held < amount ? amount + 1 : amount));
        }
    }
}
