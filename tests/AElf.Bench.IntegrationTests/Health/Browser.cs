using AElf.Bench.TestKit.Processes;
using Microsoft.Playwright;

namespace AElf.Bench.IntegrationTests.Health;

/// <summary>A headless Chromium.</summary>
public sealed class Browser : IAsyncLifetime
{
    private IPlaywright? playwright;
    private IBrowser? browser;

    /// <summary>The folder of the screenshots.</summary>
    public static string Pictures { get; } = Directory.CreateDirectory(
        Path.Combine(AppContext.BaseDirectory, "TestResults")).FullName;

    private static float Deadline => (float)Wait.Deadline.TotalMilliseconds;

    public async ValueTask InitializeAsync()
    {
        Assertions.SetDefaultExpectTimeout(Deadline);
        playwright = await Playwright.CreateAsync();
        browser = await playwright.Chromium.LaunchAsync(new BrowserTypeLaunchOptions
        {
            ExecutablePath = ChromiumBinary.Find(),
            Args = ChromiumBinary.Arguments,
            Timeout = Deadline,
        });
    }

    public async ValueTask DisposeAsync()
    {
        if (browser is not null)
        {
            await browser.DisposeAsync();
        }

        playwright?.Dispose();
    }

    /// <summary>Opens an address in a new page, without the storage of other pages.</summary>
    internal async Task<WatchedPage> OpenAsync(
        Uri address, int width = 1280, int height = 900, ColorScheme colours = ColorScheme.Light)
    {
        var context = await browser!.NewContextAsync(new BrowserNewContextOptions
        {
            ViewportSize = new ViewportSize { Width = width, Height = height },
            ColorScheme = colours,
            TimezoneId = "UTC",
        });
        context.SetDefaultTimeout(Deadline);
        var page = new WatchedPage(context, await context.NewPageAsync());
        await page.Page.GotoAsync(address.ToString());
        return page;
    }
}

/// <summary>A page, with its console errors, dialogs and requests.</summary>
internal sealed class WatchedPage : IAsyncDisposable
{
    private readonly IBrowserContext context;
    private readonly List<string> complaints = [];

    public WatchedPage(IBrowserContext context, IPage page)
    {
        this.context = context;
        Page = page;
        page.Console += (_, message) => Note(message.Type is "error" or "warning", message.Text);
        page.PageError += (_, message) => Note(isComplaint: true, message);
        page.Dialog += (_, dialog) => Note(isComplaint: true, $"dialog {dialog.Message}");
        page.Request += (_, request) => Asked.Add(request.Url);
    }

    public IPage Page { get; }

    /// <summary>The addresses that the page requested.</summary>
    public System.Collections.Concurrent.ConcurrentBag<string> Asked { get; } = [];

    public ILocator ById(string id) => Page.Locator($"#{id}");

    public void AssertNoComplaint()
    {
        lock (complaints)
        {
            Assert.Empty(complaints);
        }
    }

    public ValueTask DisposeAsync() => context.DisposeAsync();

    private void Note(bool isComplaint, string text)
    {
        lock (complaints)
        {
            if (isComplaint)
            {
                complaints.Add(text);
            }
        }
    }
}
