package org.orderevidence.console;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.Rectangle;
import org.openqa.selenium.WebDriver;
import org.openqa.selenium.WebDriverException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.WebDriverWait;
import org.orderevidence.account.ApiKey;

/**
 * A headless Chromium, shared by all test classes. A test visits pages, acts as a person does, and then checks that no
 * page broke the content security policy and that axe-core finds nothing serious.
 */
public final class Browser {
    /** Sizes at which each page is checked, in CSS pixels. */
    public enum Size {
        PHONE(360, 740),
        DESKTOP(1280, 900);

        private final int width;
        private final int height;

        Size(int width, int height) {
            this.width = width;
            this.height = height;
        }
    }

    private static final Path CHROMIUM = Path.of("/usr/bin/chromium");
    private static final Path DRIVER = Path.of("/usr/bin/chromedriver");
    /** More elements than a page has that take the focus before its content. */
    private static final int MOST_STOPS = 40;

    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(20);
    private static final String AXE = axe();
    private static final String RUN_AXE = """
            const done = arguments[arguments.length - 1];
            axe.run(document, {resultTypes: ['violations']}).then(
                result => done(result.violations
                    .filter(v => v.impact === 'serious' || v.impact === 'critical')
                    .map(v => v.id + ': ' + v.nodes.map(n => n.target + ' ' + n.failureSummary).join(' | '))),
                failure => done(['axe failed: ' + failure]));
            """;

    private static final String TOO_WIDE = """
            const width = arguments[0];
            return document.documentElement.scrollWidth <= width ? [] : [...document.querySelectorAll('body *')]
                .filter(e => e.getBoundingClientRect().right > width + 0.5 && !e.closest('.table-wrap, pre'))
                .map(e => e.tagName + '.' + e.getAttribute('class'));
            """;

    private final ChromeDriver driver;
    private final Path downloads;
    private Set<Size> sizes = Set.of();

    private Browser(ChromeDriver driver, Path downloads) {
        this.driver = driver;
        this.downloads = downloads;
    }

    /** The only instance, started at its first use. */
    private static final class Shared {
        private static final Browser INSTANCE = start();
    }

    /** Returns the browser without cookies, at the size of a desktop, in light mode. */
    public static Browser shared() {
        Browser browser = Shared.INSTANCE;
        browser.driver.manage().deleteAllCookies();
        browser.sizes = EnumSet.allOf(Size.class);
        browser.show(Size.DESKTOP, false);
        browser.faults();
        return browser;
    }

    private static Browser start() {
        if (!Files.isExecutable(CHROMIUM) || !Files.isExecutable(DRIVER)) {
            throw new IllegalStateException(
                    "The tests of the console need Chromium. Debian: apt-get install chromium chromium-driver");
        }
        try {
            Path profile = Files.createTempDirectory("chromium");
            Path downloads = Files.createDirectory(profile.resolve("downloads"));
            ChromeOptions options = new ChromeOptions();
            options.setExperimentalOption(
                    "prefs",
                    Map.of(
                            "download.default_directory",
                            downloads.toString(),
                            "plugins.always_open_pdf_externally",
                            true));
            options.setBinary(CHROMIUM.toFile());
            options.addArguments(
                    "--headless=new",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--disable-dev-shm-usage",
                    "--disable-quic",
                    "--no-first-run",
                    "--disable-background-networking",
                    "--disable-component-update",
                    "--disable-sync",
                    "--user-data-dir=" + profile);
            LoggingPreferences logs = new LoggingPreferences();
            logs.enable(LogType.BROWSER, Level.ALL);
            options.setCapability("goog:loggingPrefs", logs);
            ChromeDriverService service = new ChromeDriverService.Builder()
                    .usingDriverExecutable(DRIVER.toFile())
                    .usingAnyFreePort()
                    .build();
            ChromeDriver driver = new ChromeDriver(service, options);
            Runtime.getRuntime().addShutdownHook(new Thread(driver::quit));
            return new Browser(driver, downloads);
        } catch (IOException noFolder) {
            throw new UncheckedIOException(noFolder);
        }
    }

    private static String axe() {
        try (InputStream script = Objects.requireNonNull(Browser.class.getResourceAsStream("/axe.min.js"))) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Sets the size of the window and the colours that the user prefers. */
    public void show(Size size, boolean dark) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of(
                        "width",
                        size.width,
                        "height",
                        size.height,
                        "deviceScaleFactor",
                        1,
                        "mobile",
                        size == Size.PHONE));
        driver.executeCdpCommand(
                "Emulation.setEmulatedMedia",
                Map.of(
                        "features",
                        List.of(
                                Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"),
                                Map.of("name", "prefers-reduced-motion", "value", "reduce"))));
    }

    /** Uses the browser at this size until the next test: pages are then checked at this size only. */
    public void use(Size size) {
        sizes = EnumSet.of(size);
        show(size, false);
    }

    /** Lets pages read and write the clipboard without asking. */
    public void allowClipboard() {
        driver.executeCdpCommand(
                "Browser.grantPermissions",
                Map.of("permissions", List.of("clipboardReadWrite", "clipboardSanitizedWrite")));
    }

    /** Opens an address. */
    public void open(String url) {
        driver.get(url);
    }

    /** Signs in with a key, as a person does. */
    public void signIn(String url, ApiKey key) {
        open(url + "/console/sign-in");
        type("#key", key.text());
        click("form.panel button[type=submit]");
        await(b -> !b.path().startsWith("/console/sign-in"));
    }

    /** Returns the path and query of the page. */
    public String path() {
        String url = Objects.requireNonNull(driver.getCurrentUrl());
        return url.replaceFirst("^[a-z]+://[^/]*", "");
    }

    /** Returns the visible text of the first element that matches. */
    public String text(String css) {
        return patiently(d -> d.findElement(By.cssSelector(css)).getText());
    }

    /** Returns the elements that match. */
    public List<WebElement> all(String css) {
        return driver.findElements(By.cssSelector(css));
    }

    /** Returns the first element that matches, and waits for it. */
    public WebElement find(String css) {
        return patiently(d -> d.findElement(By.cssSelector(css)));
    }

    /** Clicks the first element that matches. */
    public void click(String css) {
        find(css).click();
    }

    /** Types into a field, in place of what it has. */
    public void type(String css, String text) {
        WebElement field = find(css);
        field.clear();
        field.sendKeys(text);
    }

    /** Sets a field as a script does, and reports the change: for sliders and dates. */
    public void set(String css, String value) {
        driver.executeScript(
                "const e = arguments[0]; e.value = arguments[1];"
                        + "e.dispatchEvent(new Event('input', {bubbles: true}));"
                        + "e.dispatchEvent(new Event('change', {bubbles: true}));",
                find(css),
                value);
    }

    /** Presses keys where the focus is. */
    public void press(CharSequence... keys) {
        driver.switchTo().activeElement().sendKeys(keys);
    }

    /** Presses the tabulator key until an element that matches has the focus, and fails if none ever has. */
    public void tabTo(String css) {
        for (int presses = 0; presses < MOST_STOPS; presses++) {
            press(Keys.TAB);
            if (Boolean.TRUE.equals(script("return document.activeElement.matches(arguments[0])", css))) {
                return;
            }
        }
        throw new AssertionError("the tabulator key does not lead to " + css + " on " + path());
    }

    /** Drags a file from outside of the browser onto an element and drops it there. */
    public void drop(String css, Path file) {
        Rectangle target = find(css).getRect();
        Map<String, Object> data = Map.of(
                "items", List.of(), "files", List.of(file.toAbsolutePath().toString()), "dragOperationsMask", 1);
        for (String type : List.of("dragEnter", "dragOver", "drop")) {
            driver.executeCdpCommand(
                    "Input.dispatchDragEvent",
                    Map.of(
                            "type",
                            type,
                            "x",
                            target.x + target.width / 2,
                            "y",
                            target.y + target.height / 2,
                            "data",
                            data));
        }
    }

    /** Clicks a link and returns the file that the browser downloads. */
    public byte[] download(String css) {
        try {
            Path folder = Files.createTempDirectory(downloads, "one");
            driver.executeCdpCommand(
                    "Browser.setDownloadBehavior", Map.of("behavior", "allow", "downloadPath", folder.toString()));
            click(css);
            await(_ -> fileIn(folder).isPresent());
            return Files.readAllBytes(fileIn(folder).orElseThrow());
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the file in the folder when it is complete. Before that, Chromium can reserve its name with an empty file. */
    private static Optional<Path> fileIn(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file ->
                            file.toString().endsWith(".pdf") && file.toFile().length() > 0)
                    .findFirst();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Waits until something is true of the page. */
    public void await(Function<Browser, Boolean> condition) {
        patiently(_ -> condition.apply(this));
    }

    /**
     * Returns the first value that is neither null nor false. While one page replaces another, the driver fails with
     * several kinds of errors: each means that the page is not there yet.
     */
    private <T> T patiently(Function<WebDriver, T> reading) {
        return new WebDriverWait(driver, PATIENCE, PAUSE)
                .ignoring(WebDriverException.class)
                .until(reading);
    }

    /** Returns the value of a script. */
    public Object script(String script, Object... arguments) {
        return Objects.requireNonNull(driver.executeScript(script, arguments));
    }

    /**
     * Checks the page as it is, at each size that is in use, with axe-core and for sideways scrolling. If both sizes are
     * in use, a phone is dark and a desktop is light: colours do not depend on the size.
     */
    public void check() {
        for (Size size : sizes) {
            for (boolean dark : sizes.size() > 1 ? List.of(size == Size.PHONE) : List.of(true, false)) {
                show(size, dark);
                String where = path() + " at " + size + (dark ? ", dark" : "");
                assertEquals(List.of(), axeFindings(), where);
                assertEquals(List.of(), script(TOO_WIDE, size.width), () -> where + " scrolls sideways");
            }
        }
        show(sizes.contains(Size.DESKTOP) ? Size.DESKTOP : Size.PHONE, false);
        assertEquals(List.of(), faults(), this::path);
    }

    private Object axeFindings() {
        if (Boolean.FALSE.equals(script("return 'axe' in window"))) {
            driver.executeScript(AXE);
        }
        driver.manage().timeouts().scriptTimeout(PATIENCE);
        return Objects.requireNonNull(driver.executeAsyncScript(RUN_AXE));
    }

    /**
     * Returns what the browser logged since the last call: breaches of the content security policy and errors of
     * scripts. A refused request, which a test may cause, is not among them.
     */
    public List<String> faults() {
        return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
                .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
                .map(LogEntry::getMessage)
                .filter(message -> !message.contains("Failed to load resource"))
                .toList();
    }

    /** Stores a picture of the first part of the page, at a size and with two pixels of the picture for each of the page. */
    public void picture(Path file, int width, int height) {
        driver.executeCdpCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 2, "mobile", width < 500));
        driver.executeCdpCommand("Emulation.setScrollbarsHidden", Map.of("hidden", true));
        script("document.activeElement.blur(); return 1");
        try {
            Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
        } catch (IOException cannotWrite) {
            throw new UncheckedIOException(cannotWrite);
        }
    }
}
