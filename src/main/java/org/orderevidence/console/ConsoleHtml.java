package org.orderevidence.console;

import gg.jte.TemplateOutput;
import gg.jte.html.OwaspHtmlTemplateOutput;
import org.jspecify.annotations.Nullable;
import org.orderevidence.order.Texts;

/**
 * The HTML of pages, escaped. In titles and in attributes, where no {@code bdi} can contain them, values lose the
 * characters that reorder the text around them. The value of an input keeps them: a form sends it back.
 */
final class ConsoleHtml extends OwaspHtmlTemplateOutput {
    private boolean isContained = true;

    ConsoleHtml(TemplateOutput output) {
        super(output);
    }

    @Override
    public void setContext(String tag, @Nullable String attribute) {
        super.setContext(tag, attribute);
        isContained = attribute == null ? !"title".equals(tag) : attribute.equals("value");
    }

    @Override
    public void writeUserContent(@Nullable String value) {
        super.writeUserContent(value == null || isContained ? value : Texts.withoutDirectionControls(value));
    }
}
