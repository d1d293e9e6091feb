// SPDX-License-Identifier: Apache-2.0

// Loaded before anything is painted, so that nobody who chose the dark is dazzled first.
(() => {
    const NAME = "semel-theme";
    const WAY = { auto: "light", light: "dark", dark: "auto" };
    const root = document.documentElement;

    function kept() {
        try {
            const value = localStorage.getItem(NAME);
            return value in WAY ? value : "auto";
        } catch {
            return "auto";
        }
    }

    function show(theme) {
        if (theme === "auto") {
            delete root.dataset.theme;
        } else {
            root.dataset.theme = theme;
        }
    }

    let theme = kept();
    show(theme);

    window.semelTheme = {
        current: () => theme,
        next() {
            theme = WAY[theme];
            show(theme);
            try {
                localStorage.setItem(NAME, theme);
            } catch {
                // Where nothing may be kept, the choice lasts as long as the page.
            }
            return theme;
        },
    };
})();
