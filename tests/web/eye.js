// What somebody sees on the page and could touch there, for tests and measures: `window.eye`.
(() => {
    const TARGETS =
        "button, a[href], input, select, textarea, summary, [role=button], [role=tab], " +
        "[role=menuitem], .spot.live";
    const TICK = ".confirm .button.main, .chip.tick";
    const NOT_DRAWN =
        "defs, symbol, clipPath, mask, pattern, style, script, title, noscript";
    const FAR = 40; // pixels from its middle in which the size of a target is looked for

    const common = (one, other) => ({
        left: Math.max(one.left, other.left),
        top: Math.max(one.top, other.top),
        right: Math.min(one.right, other.right),
        bottom: Math.min(one.bottom, other.bottom),
    });
    const isThere = (box) =>
        box.right - box.left > 1 && box.bottom - box.top > 1;

    /** What is left of a box where everything around its element cuts off what hangs out. */
    function uncut(element, box) {
        let left = common(box, {
            left: 0,
            top: 0,
            right: innerWidth,
            bottom: innerHeight,
        });
        for (
            let at = element;
            at && at !== document.documentElement;
            at = at.parentElement
        ) {
            const style = getComputedStyle(at);
            if (at !== element && style.overflow !== "visible")
                left = common(left, at.getBoundingClientRect());
            if (style.position === "fixed") break;
        }
        return left;
    }

    const isDrawn = (element) =>
        !element.closest(NOT_DRAWN) &&
        element.checkVisibility({
            checkOpacity: true,
            checkVisibilityCSS: true,
        });

    const isEnabled = (element) =>
        !element.matches(":disabled, [aria-disabled=true]") &&
        !element.closest("[inert]");

    /** Whether a touch of that point is a touch of the element, and of nothing in it. */
    function isHit(element, x, y) {
        return document.elementFromPoint(x, y)?.closest(TARGETS) === element;
    }

    function told(element) {
        if (!element) return "nothing";
        const { actions, action } = element.dataset;
        const words =
            actions ??
            action ??
            element.getAttribute("aria-label") ??
            element.textContent.trim();
        const classes = (element.getAttribute("class") ?? "")
            .replace(/\s*svelte-\w+/g, "")
            .trim();
        const kind = [
            element.localName,
            ...classes.split(/\s+/).filter(Boolean),
        ].join(".");
        return `${where(element)} ${kind} "${words.replace(/\s+/g, " ").slice(0, 48)}"`;
    }

    function where(element) {
        if (element.closest(".curtain")) return "curtain";
        if (element.matches(TICK)) return "tick";
        if (element.closest(".decisions")) return "list";
        if (element.closest("[role=menu]")) return "menu";
        if (element.closest("dialog, [role=dialog]")) return "dialog";
        if (element.closest(".tray")) return "tray";
        if (element.closest(".stage")) return "stage";
        if (element.closest(".board")) return "board";
        return "around";
    }

    /** How long a target is along one axis, as touches through its middle feel it. */
    function extent(element, x, y, dx, dy, length) {
        const half = Math.min(length / 2, FAR);
        const reach = (sign) => {
            const isTouched = (far) =>
                isHit(element, x + sign * dx * far, y + sign * dy * far);
            if (isTouched(half - 1)) return half; // browsers look at whole pixels
            let far = 0;
            while (far < half && isTouched(far + 1)) far += 1;
            return far;
        };
        const felt = reach(1) + reach(-1);
        return felt === 2 * half ? length : felt;
    }

    /** What lies at the middle of a target and so far from it, where that is not the target. */
    function missed(element, x, y, far) {
        const points = [
            ["middle", 0, 0],
            ["left", -far, 0],
            ["right", far, 0],
            ["above", 0, -far],
            ["below", 0, far],
        ];
        return points
            .filter(([, dx, dy]) => !isHit(element, x + dx, y + dy))
            .map(([side, dx, dy]) => [
                side,
                told(document.elementFromPoint(x + dx, y + dy)),
            ]);
    }

    /** A list that is scrolled shows parts of its lines: those are no targets yet. */
    function isHalfScrolled(element, box) {
        for (let at = element.parentElement; at; at = at.parentElement) {
            const { overflowX, overflowY, position } = getComputedStyle(at);
            if (/auto|scroll/.test(overflowX + overflowY)) {
                const around = at.getBoundingClientRect();
                if (box.top < around.top - 1 || box.bottom > around.bottom + 1)
                    return true;
                if (box.left < around.left - 1 || box.right > around.right + 1)
                    return true;
            }
            if (position === "fixed") return false;
        }
        return false;
    }

    const actionsOf = ({ dataset }) =>
        (
            dataset.actions?.split("|") ??
            (dataset.action ? [dataset.action] : [])
        ).filter(Boolean);

    /** All targets whose middle is on the screen, and what a touch so far from it hits instead. */
    function targets(far = 16) {
        const found = [];
        for (const element of document.querySelectorAll(TARGETS)) {
            if (!isEnabled(element) || !isDrawn(element)) continue;
            const box = element.getBoundingClientRect();
            const [x, y] = [
                (box.left + box.right) / 2,
                (box.top + box.bottom) / 2,
            ];
            const left = uncut(element, box);
            if (
                !isThere(left) ||
                x < left.left ||
                x > left.right ||
                y < left.top ||
                y > left.bottom
            )
                continue;
            if (isHalfScrolled(element, box)) continue;
            found.push({
                name: told(element),
                where: where(element),
                actions: actionsOf(element),
                isLive: element.matches(".spot.live"),
                isChip: element.matches(".chip, [data-place]"),
                words: element.textContent.trim(),
                x,
                y,
                isHit: isHit(element, x, y),
                width: extent(element, x, y, 1, 0, box.width),
                height: extent(element, x, y, 0, 1, box.height),
                missed: missed(element, x, y, far),
            });
        }
        return found;
    }

    /** How much larger than its font size a text is drawn. */
    function scaleOf(element) {
        let scale = 1;
        if (element instanceof SVGElement && element.getScreenCTM) {
            const { a, b, c, d } = element.getScreenCTM();
            return Math.sqrt(Math.abs(a * d - b * c));
        }
        for (let at = element; at; at = at.parentElement) {
            if (at instanceof SVGElement) return scale * scaleOf(at);
            const style = getComputedStyle(at);
            const { a, b, c, d } = new DOMMatrix(
                style.transform === "none" ? "" : style.transform,
            );
            scale *= Math.sqrt(Math.abs(a * d - b * c));
            if (style.scale !== "none")
                scale *= Number(style.scale.split(" ")[0]);
        }
        return scale;
    }

    /** Every text on the screen: what it says and how large it is drawn, in pixels. */
    function texts() {
        const found = [];
        const walker = document.createTreeWalker(
            document.body,
            NodeFilter.SHOW_TEXT,
        );
        const range = document.createRange();
        while (walker.nextNode()) {
            const words = walker.currentNode.data.trim();
            const element = walker.currentNode.parentElement;
            if (!words || !isDrawn(element)) continue;
            range.selectNodeContents(walker.currentNode);
            if (!isThere(uncut(element, range.getBoundingClientRect())))
                continue;
            if (!isThere(uncut(element, element.getBoundingClientRect())))
                continue;
            const size =
                parseFloat(getComputedStyle(element).fontSize) *
                scaleOf(element);
            const around = element.closest("[class]");
            const classes = (around?.getAttribute("class") ?? "").replace(
                /\s*svelte-\w+/g,
                "",
            );
            found.push({
                words: words.slice(0, 40),
                size,
                name: `${where(element)} .${classes}`,
            });
        }
        return found;
    }

    /** Numbers that are cut off at an edge: a part of one is another one. */
    function cutNumbers() {
        const range = document.createRange();
        const isCut = (element) => {
            range.selectNodeContents(element);
            const box = range.getBoundingClientRect();
            const left = uncut(element, box);
            const [wide, high] = [
                left.right - left.left,
                left.bottom - left.top,
            ];
            return (
                isThere(left) &&
                !isHalfScrolled(element, box) &&
                (wide < box.width - 1 || high < box.height * 0.8)
            );
        };
        return [...document.querySelectorAll(".number")]
            .filter((element) => where(element) !== "stage") // it is moved
            .filter((element) => isDrawn(element) && isCut(element))
            .map(told);
    }

    /** How much of the height belongs to the board, the largest where there are several. */
    function share(board) {
        const heights = [...document.querySelectorAll(board)]
            .filter(isDrawn)
            .map((element) => {
                const box = uncut(element, element.getBoundingClientRect());
                return isThere(box) ? box.bottom - box.top : 0;
            });
        return Math.max(0, ...heights) / innerHeight;
    }

    const isMoving = (animation) =>
        animation.playState === "running" &&
        animation.effect?.getTiming().iterations !== Infinity;

    /** When nothing has moved for so many milliseconds; not at all where that takes too long. */
    async function still(most = 4000, calm = 200) {
        const until = performance.now() + most;
        let [before, since] = ["", performance.now()];
        while (performance.now() < until) {
            const now = [
                ...document.querySelectorAll(`${TARGETS}, .stage svg > g`),
            ]
                .map((element) => {
                    const { x, y, width } = element.getBoundingClientRect();
                    return `${x.toFixed(1)} ${y.toFixed(1)} ${width.toFixed(1)}`;
                })
                .join();
            if (now !== before || document.getAnimations().some(isMoving))
                [before, since] = [now, performance.now()];
            if (performance.now() - since > calm) return true;
            await new Promise(requestAnimationFrame);
        }
        return false;
    }

    window.eye = { targets, texts, cutNumbers, share, still };
})();
