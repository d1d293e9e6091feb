// SPDX-License-Identifier: Apache-2.0
import { api } from "./api.js";
import { h, newId } from "./dom.js";
import { button, field, message } from "./pieces.js";

/** The form that signs somebody in; done is called with the session. */
function form(session, done) {
    const user = field("User", h("input", { id: newId("user"), type: "text", autocomplete: "username", autocapitalize: "none", spellcheck: "false" }));
    const password = field("Password", h("input", { id: newId("password"), type: "password", autocomplete: "current-password" }));
    const token = field("Token", h("input", { id: newId("token"), type: "password", autocomplete: "off" }), "A token that the configuration names, instead of a user.");
    const refusal = h("div", { "aria-live": "polite" });
    const send = button("Sign in", { kind: "first", type: "submit" });
    const takesPassword = session.methods.includes("password");
    const takesToken = session.methods.includes("token");
    const tokenPart = takesPassword ? h("details", {}, h("summary", {}, "Sign in with a token"), token.element) : token.element;

    async function submit(event) {
        event.preventDefault();
        const byToken = token.control.value !== "";
        if (!byToken && !complete([takesPassword ? [user, "Who are you?"] : null, takesPassword ? [password, "The password is missing."] : [token, "The token is missing."]])) {
            return;
        }
        send.disabled = true;
        refusal.replaceChildren();
        try {
            done(await api.signIn(byToken ? { token: token.control.value } : { user: user.control.value, password: password.control.value }));
        } catch (problem) {
            password.control.value = "";
            token.control.value = "";
            refusal.replaceChildren(refused(problem));
            (byToken ? token : password).control.focus();
        } finally {
            send.disabled = false;
        }
    }

    return h(
        "form",
        { class: "stack", onsubmit: submit, novalidate: true },
        refusal,
        takesPassword ? [user.element, password.element] : null,
        takesToken ? tokenPart : null,
        h("div", { class: "actions" }, send),
    );
}

function complete(wanted) {
    const missing = wanted.filter((pair) => pair && !pair[0].judge(pair[0].control.value.trim() === "" ? pair[1] : null));
    missing[0]?.[0].control.focus();
    return missing.length === 0;
}

function refused(problem) {
    if (problem.code === "slow-down") {
        return message("bad", "Too many tries", `Wait ${problem.retryAfter ?? 1} s before the next one. ${problem.message}`);
    }
    return message("bad", problem.code === "sign-in-refused" ? "That is not right" : problem.title, problem.message);
}

/** Where the application around the console knows its users, and this page cannot sign them in. */
function elsewhere() {
    return message(
        "info",
        "You sign in elsewhere",
        "This console is part of an application, which decides who may be here. Sign in there with a user that may see the console, then come back.",
        button("Try again", { onclick: () => location.reload() }),
    );
}

/** The whole page, for whoever has not signed in yet. */
export function entrance(session, done) {
    return h(
        "div",
        { class: "entrance stack" },
        h("div", {}, h("h1", { tabindex: "-1" }, "Sign in"), h("p", { class: "muted" }, "Semel console")),
        session.methods.length === 0 ? elsewhere() : h("div", { class: "card" }, form(session, done)),
    );
}

/**
 * Above everything, for somebody whose session ended in the middle of something: what they were about to do stays as it is
 * below. Somebody else begins anew.
 */
export function again(session, user, done) {
    const title = newId("again");
    const dialog = h("dialog", { class: "dialog narrow again", "aria-labelledby": title });
    dialog.addEventListener("cancel", (event) => event.preventDefault());
    dialog.append(
        h(
            "div",
            { class: "stack" },
            h("h2", { id: title }, "Your session ended"),
            h("p", {}, "You were signed out because nothing was asked for a while, or the session had become old. Nothing was changed. Sign in, and go on where you were."),
            session.methods.length === 0 ? elsewhere() : form(session, goOn),
        ),
    );

    function goOn(signedIn) {
        if (signedIn.user !== user) {
            location.reload();
            return;
        }
        dialog.close();
        dialog.remove();
        done(signedIn);
    }

    document.body.append(dialog);
    dialog.showModal();
}
