import { escapeHtml, type SafeHtml } from './escape.ts'
import { jsonForScript } from './json-script.ts'

/** The value of an attribute: `true` writes the name alone, `undefined` and `false` write nothing. */
type AttributeValue = string | number | boolean | undefined

/** Writes a tag around safe content; every attribute value is escaped here. */
export function tag(
  name: string,
  attributes: Record<string, AttributeValue>,
  ...children: Array<SafeHtml | undefined>
): SafeHtml {
  return `${openTag(name, attributes)}${children.join('')}</${name}>` as SafeHtml
}

/** Writes a tag that has no content and no end: `img`, `meta`, `link`, `hr`, `input`. */
export function openTag(name: string, attributes: Record<string, AttributeValue>): SafeHtml {
  let written = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined || value === false) continue
    written += value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`
  }
  return `${written}>` as SafeHtml
}

/** Plain text as safe content. */
export function text(value: string): SafeHtml {
  return escapeHtml(value)
}

/** Several pieces as one. */
export function join(pieces: ReadonlyArray<SafeHtml | undefined>): SafeHtml {
  return pieces.join('') as SafeHtml
}

/** Neighbours in one line, with a space between each two: layout keeps them apart for the eye only (MARK-2). */
export function spaced(pieces: ReadonlyArray<SafeHtml | undefined>): SafeHtml {
  return pieces.filter((piece) => piece !== undefined).join(' ') as SafeHtml
}

/** JSON in a script element. */
export function jsonScript(type: string, value: unknown): SafeHtml {
  return `<script type="${type}">${jsonForScript(value)}</script>` as SafeHtml
}
