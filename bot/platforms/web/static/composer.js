/** The input field: one line, with completion of commands and their arguments. */

import { TEXTS, h, icon } from "./page.js";

const ROOMY = 340; // pixels from which a field has room for the long placeholder

let count = 0; // composers on this page, for ids

export class Composer {
  #hooks;
  menu = []; // the commands there are: name, usage and description of each
  #options = []; // whole lines; a space at the end: more may follow
  #active = -1;
  #question = 0; // only the newest one is answered
  #sent = []; // own lines, oldest first
  #recalled = null; // the index of the one in the field
  #placeholders = ["", ""];

  /** @param {object} hooks `send(line)`, `upload(file)`, and `complete(line)` that promises whole lines */
  constructor(hooks) {
    this.#hooks = hooks;
    const id = `composer-${++count}`;
    this.list = h("ul", { id: `${id}-list`, class: "options", role: "listbox", "aria-label": TEXTS.suggestions, hidden: true });
    this.usage = h("p", { id: `${id}-usage`, class: "usage", hidden: true });
    this.input = h("input", {
      type: "text",
      id,
      role: "combobox",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      enterkeyhint: "send",
      dir: "auto",
      "aria-autocomplete": "list",
      "aria-expanded": "false",
      "aria-controls": this.list.id,
      "aria-describedby": this.usage.id,
      input: () => this.#typed(),
      keydown: (event) => this.#key(event),
      blur: () => this.#close(),
    });
    this.file = h("input", { type: "file", accept: ".txt,text/plain", hidden: true, change: () => this.#upload() });
    const choose = { type: "button", class: "file", "aria-label": TEXTS.importFile, title: TEXTS.importFile };
    this.popup = h("div", { class: "popup", hidden: true }, this.usage, this.list);
    this.element = h(
      "form",
      { class: "composer", submit: (event) => this.#submit(event) },
      this.popup,
      this.file,
      h("button", { ...choose, click: () => this.file.click() }, icon("file")),
      this.input,
      h("button", { type: "submit", class: "send", "aria-label": TEXTS.send, title: TEXTS.send }, icon("send")),
    );
    new ResizeObserver(() => this.#hint()).observe(this.input);
  }

  /** Set the label and the placeholder; `brief` is for narrow fields. */
  label(label, placeholder, brief) {
    this.input.setAttribute("aria-label", label);
    this.#placeholders = [placeholder, brief];
    this.#hint();
  }

  get writes() {
    return Boolean(this.input.value) && this.input === document.activeElement;
  }

  #hint() {
    const [full, brief] = this.#placeholders;
    this.input.placeholder = this.input.clientWidth < ROOMY ? brief : full;
  }

  async #typed() {
    const line = this.input.value;
    const question = ++this.#question;
    this.#recalled = null;
    this.#showUsage(line);
    if (!line.startsWith("/")) return this.#close();
    const typed = line.slice(line.lastIndexOf(" ") + 1);
    const options = line.includes(" ") ? (await this.#hooks.complete(line)).map(this.#argument) : this.#commands(line);
    if (question !== this.#question || document.activeElement !== this.input) return;
    // Enter sends a complete line, and picks an option if a word has been begun.
    const begun = typed && !options.some((option) => option.line.trim() === line);
    this.#open(options, begun ? 0 : -1);
  }

  #commands(line) {
    return this.menu
      .filter(([name]) => `/${name}`.startsWith(line.toLowerCase()))
      .map(([, usage, description]) => ({ line: usage.match(/^\S+ ?/)[0], label: usage, description }));
  }

  #argument = (line) => ({ line, label: line.trim().split(" ").at(-1) });

  #showUsage(line) {
    const [word] = line.split(" ");
    const known = line.includes(" ") && this.menu.find(([name]) => `/${name}` === word.toLowerCase());
    this.usage.hidden = !known;
    this.usage.replaceChildren(...(known ? [h("code", {}, known[1]), " ", known[2]] : []));
  }

  #open(options, active) {
    this.#options = options;
    this.list.replaceChildren(...options.map((option, index) => this.#item(option, index)));
    this.list.hidden = options.length === 0;
    this.popup.hidden = this.list.hidden && this.usage.hidden;
    this.input.setAttribute("aria-expanded", options.length > 0);
    this.#point(active);
  }

  #item({ label, description }, index) {
    // A press on an option must not take the focus from the field.
    const listeners = { mousedown: (event) => event.preventDefault(), click: () => this.#pick(index) };
    return h(
      "li",
      { id: `${this.list.id}-${index}`, role: "option", "aria-selected": "false", ...listeners },
      h("code", {}, label),
      description ? h("span", {}, description) : null,
    );
  }

  #close() {
    this.#open([], -1);
  }

  #point(index) {
    this.#active = index;
    [...this.list.children].forEach((item, place) => item.setAttribute("aria-selected", place === index));
    const item = this.list.children[index];
    if (!item) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", item.id);
    item.scrollIntoView({ block: "nearest" });
  }

  /** Take an option; Tab never sends it. */
  #pick(index, sends = true) {
    this.input.value = this.#options[index].line;
    this.#typed();
    if (sends && !this.input.value.endsWith(" ")) this.element.requestSubmit();
  }

  #key(event) {
    if (event.isComposing) return;
    const open = !this.list.hidden;
    const last = this.#options.length - 1;
    const act = {
      ArrowDown: () => (open ? this.#point(this.#active < last ? this.#active + 1 : 0) : this.#recall(1)),
      ArrowUp: () => (open ? this.#point(this.#active > 0 ? this.#active - 1 : last) : this.#recall(-1)),
      Tab: open && !event.shiftKey && (() => this.#pick(Math.max(this.#active, 0), false)),
      Enter: open && this.#active >= 0 && (() => this.#pick(this.#active)),
      Escape: open && (() => this.#close()),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  /** Recall earlier lines, as in a shell. */
  #recall(step) {
    const from = this.#recalled ?? this.#sent.length;
    const to = Math.min(Math.max(from + step, 0), this.#sent.length);
    if (this.#recalled === null && this.input.value) return;
    this.input.value = this.#sent[to] ?? "";
    this.#recalled = to < this.#sent.length ? to : null;
  }

  #upload() {
    const [file] = this.file.files;
    this.file.value = ""; // the same file can be chosen again
    if (file) this.#hooks.upload(file);
    this.input.focus();
  }

  #submit(event) {
    event.preventDefault();
    const line = this.input.value.trim();
    if (!line) return this.input.focus();
    this.#sent.push(line);
    this.#recalled = null;
    this.#question += 1;
    this.input.value = "";
    this.#showUsage("");
    this.#close();
    this.input.focus();
    this.#hooks.send(line);
  }
}
