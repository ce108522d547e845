using AElf.Bench.Harness.Processes;
using AElf.Bench.IntegrationTests.Health;
using AElf.Bench.TestKit.Processes;
using Microsoft.Playwright;
using static Microsoft.Playwright.Assertions;

namespace AElf.Bench.IntegrationTests.Program;

/// <summary>The HTML report in a real browser.</summary>
public sealed class HtmlReportTests(Shared<Browser> shared, ComparedPage compared)
    : IClassFixture<Shared<Browser>>, IClassFixture<ComparedPage>, IDisposable
{
    private readonly Browser browser = shared.Fixture;
    private readonly TemporaryFolder temporary = new();

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Page_OfARun_ShowsPlotsAndRequestsNothing(ColorScheme colours)
    {
        var page = await MeasureAsync("run.html", "--grouprange", "8", "8");
        await using var watched = await browser.OpenAsync(page, 1100, 900, colours);

        await Expect(watched.Page.GetByRole(AriaRole.Img)).Not.ToHaveCountAsync(0);
        await Expect(watched.Page.GetByRole(AriaRole.Heading, new() { Name = "TPS over time" })).ToBeVisibleAsync();
        await Expect(watched.Page.GetByRole(AriaRole.Heading, new() { Name = "Options" })).ToBeVisibleAsync();
        await Expect(watched.Page.GetByText("committed and audited").First).ToBeVisibleAsync();
        await AssertDrawnInsideAsync(watched.Page);
        await Picture(watched, $"report-{colours}.png");
        Assert.Equal([page.ToString()], watched.Asked);
        watched.AssertNoComplaint();
    }

    [Theory]
    [InlineData(400)]
    [InlineData(1280)]
    public async Task Page_AnyWidth_FitsItsPlots(int width)
    {
        var page = await MeasureAsync("narrow.html", "--grouprange", "7", "8");
        await using var watched = await browser.OpenAsync(page, width);

        await Expect(watched.Page.Locator("section").First).ToContainTextAsync("the memory of this process");
        await AssertNoWiderThanItIsAsync(watched.Page);
        await AssertDrawnInsideAsync(watched.Page);
        Assert.Empty(await watched.Page.EvaluateAsync<string[]>(
            $$"""
            [...document.querySelectorAll('svg, svg text')]
              .filter(each => each.getBoundingClientRect().right > {{width}} || each.getBoundingClientRect().left < 0)
              .map(each => each.textContent)
            """));
        Assert.True(await watched.Page.EvaluateAsync<bool>(
            """
            [...document.querySelectorAll('svg text')].every(text =>
              parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a >= 9.5)
            """), "a text is smaller than 9.5 px");
        await Picture(watched, $"report-{width}.png");
    }

    [Fact]
    public async Task Page_WithoutScripts_OpensThePointsOfAPlot()
    {
        var page = await MeasureAsync("points.html", "--grouprange", "8", "8");
        await using var watched = await browser.OpenAsync(page);
        var points = watched.Page.Locator("details").First;
        await Expect(points.Locator("table")).ToBeHiddenAsync();

        await points.Locator("summary").ClickAsync();

        await Expect(points.Locator("tbody tr")).ToHaveCountAsync(5);
        await Expect(points.Locator("tbody tr").Nth(4)).ToContainTextAsync("800");
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_Printed_IsBlackOnWhiteAndFitsTheSheet()
    {
        var page = await MeasureAsync("print.html", "--grouprange", "7", "8");
        await using var watched = await browser.OpenAsync(page, 720, 1000, ColorScheme.Dark);
        await AssertPrintedAsync(watched);
        await Expect(watched.Page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToHaveCountAsync(3);
        await Picture(watched, "report-print.png");
    }

    [Theory]
    [InlineData(ColorScheme.Light)]
    [InlineData(ColorScheme.Dark)]
    public async Task Page_OfAComparison_ShowsPairsAndRequestsNothing(ColorScheme colours)
    {
        var page = await compared.Address;
        await using var watched = await browser.OpenAsync(page, 1100, 900, colours);

        await Expect(watched.Page.GetByRole(AriaRole.Img)).ToHaveCountAsync(2);
        await Expect(watched.Page.GetByRole(AriaRole.Heading, new() { Level = 1 })).ToContainTextAsync("INCONCLUSIVE");
        await watched.Page.Locator("summary").First.ClickAsync();
        await Expect(watched.Page.Locator("details").First.Locator("tbody tr")).ToHaveCountAsync(2);
        await AssertDrawnInsideAsync(watched.Page);
        await Picture(watched, $"comparison-{colours}.png");
        Assert.Equal([page.ToString()], watched.Asked);
        watched.AssertNoComplaint();
    }

    [Fact]
    public async Task Page_OfAComparisonPrinted_FitsTheSheet()
    {
        await using var watched = await browser.OpenAsync(
            await compared.Address, 720, 1000, ColorScheme.Dark);
        await AssertPrintedAsync(watched);
        await Picture(watched, "comparison-print.png");
    }

    [Fact]
    public async Task Page_OpenLoop_ShowsLatencyFromTheScheduleAndFromTheSend()
    {
        var page = await MeasureAsync("open.html", "--grouprange", "8", "8", "--rate", "poisson:4000");
        await using var watched = await browser.OpenAsync(page);

        await Expect(watched.Page.Locator("svg text", new() { HasText = "from the intended start" }))
            .ToHaveCountAsync(1);
        await Expect(watched.Page.Locator("svg text", new() { HasText = "from sending" })).ToHaveCountAsync(1);
        await AssertDrawnInsideAsync(watched.Page);
        await Picture(watched, "open-loop.png");
        watched.AssertNoComplaint();
    }

    public void Dispose() => temporary.Dispose();

    private static Task<byte[]> Picture(WatchedPage watched, string name) => watched.Page.ScreenshotAsync(
        new PageScreenshotOptions { Path = Path.Combine(Browser.Pictures, name), FullPage = true });

    private static async Task AssertPrintedAsync(WatchedPage watched)
    {
        await watched.Page.EmulateMediaAsync(new PageEmulateMediaOptions { Media = Media.Print });
        Assert.Equal("rgb(23, 32, 44)", await watched.Page.EvaluateAsync<string>(
            "getComputedStyle(document.body).color"));
        await AssertNoWiderThanItIsAsync(watched.Page);
        Assert.NotEmpty(await watched.Page.PdfAsync());
        watched.AssertNoComplaint();
    }

    private static async Task AssertNoWiderThanItIsAsync(IPage page) => Assert.Equal(
        0,
        await page.EvaluateAsync<int>(
            "document.documentElement.scrollWidth - document.documentElement.clientWidth"));

    // Text outside the box of its plot is invisible.
    private static async Task AssertDrawnInsideAsync(IPage page) => Assert.Empty(
        await page.EvaluateAsync<string[]>(
            """
            [...document.querySelectorAll('svg text')].filter(text => {
              const box = text.getBoundingClientRect(), all = text.ownerSVGElement.getBoundingClientRect();
              return box.left < all.left - 1 || box.right > all.right + 1
                || box.top < all.top - 1 || box.bottom > all.bottom + 1;
            }).map(text => text.textContent)
            """));

    private async Task<Uri> MeasureAsync(string name, params string[] words)
    {
        var path = Path.Combine(temporary.Path, name);
        var measured = await ProductCall.RunAsync(
            [
                "-n", "800", "--blocks", "1", "--repeattime", "5", "--warmup", "1", "--slice", "1", "--html", path,
                .. words,
            ]);
        Assert.True(measured.ExitCode == 0, measured.AllOutput);
        return new Uri(path);
    }
}

/// <summary>The HTML report of a comparison, made once for all tests of a class.</summary>
public sealed class ComparedPage : IDisposable
{
    private readonly TemporaryFolder temporary = new();

    public ComparedPage() => Address = CompareAsync();

    public Task<Uri> Address { get; }

    public void Dispose() => temporary.Dispose();

    private async Task<Uri> CompareAsync()
    {
        var path = temporary.File("compared.html");
        var compared = await ProductProcess.RunAsync(
            "compare", "--aa", "--max-runs", "2", "-n", "800", "--grouprange", "8", "8", "--blocks", "1",
            "--repeattime", "2", "--warmup", "0", "--ceiling", "off", "--html", path, "--folder",
            temporary.File("compare"));
        Assert.True(compared.ExitCode == 0, compared.AllOutput);
        return new Uri(path);
    }
}
