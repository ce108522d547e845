using AElf.Bench.Core.Generation;
using AElf.Bench.Transfers.Grouping;

namespace AElf.Bench.Tests.Grouping;

public sealed class AddressBookTests
{
    [Theory]
    [InlineData(0, 1)]
    [InlineData(0, 20_000)]
    [InlineData(5, 1000)]
    [InlineData(20_000, 20_000)]
    public void Addresses_get_the_numbers_a_dictionary_gives_and_keep_them_when_the_book_grows(
        int expected, int distinct)
    {
        var random = new SeededRandom((ulong)distinct);
        var book = new AddressBook(expected);
        var model = new Dictionary<Address, int>();

        for (var i = 0; i < distinct * 3; i++)
        {
            var address = Numbered(random.Next(distinct));
            Assert.Equal(NumberIn(model, address), book.Intern(address));
        }

        Assert.Equal(model.Count, book.Count);
        Assert.All(model, known => Assert.Equal(known.Key, book[known.Value]));
    }

    [Fact]
    public void Addresses_that_differ_in_one_bit_are_different()
    {
        var book = new AddressBook(0);
        Assert.Equal(0, book.Intern(default));
        for (var bit = 0; bit < 256; bit++)
        {
            var word = 1UL << (bit % 64);
            var address = new Address(
                bit / 64 == 0 ? word : 0, bit / 64 == 1 ? word : 0, bit / 64 == 2 ? word : 0, bit / 64 == 3 ? word : 0);
            Assert.Equal(bit + 1, book.Intern(address));
        }

        Assert.Equal(0, book.Intern(default));
    }

    [Fact]
    public void Addresses_with_one_hash_are_told_apart()
    {
        // A turned by nothing and B turned by 17 meet in the exclusive or: these all have the hash of zero.
        var book = new AddressBook(4);
        var colliding = Enumerable.Range(0, 500)
            .Select(i => new Address(ulong.RotateLeft((ulong)i, 17), (ulong)i, 0, 0)).ToList();

        Assert.Equal(Enumerable.Range(0, 500), colliding.Select(address => book.Intern(address)));
        Assert.Equal(Enumerable.Range(0, 500), colliding.Select(address => book.Intern(address)));
    }

    [Theory]
    [InlineData(-1)]
    [InlineData(1)]
    [InlineData(int.MaxValue)]
    public void A_number_that_was_never_given_is_refused(int account)
    {
        var book = new AddressBook(100);
        book.Intern(Numbered(1));

        Assert.Throws<ArgumentOutOfRangeException>(() => book[account]);
    }

    private static int NumberIn(Dictionary<Address, int> model, Address address)
    {
        if (!model.TryGetValue(address, out var number))
        {
            number = model.Count;
            model.Add(address, number);
        }

        return number;
    }

    private static Address Numbered(int number)
    {
        var random = new SeededRandom((ulong)number);
        return new Address(random.NextBits(), random.NextBits(), random.NextBits(), random.NextBits());
    }
}
