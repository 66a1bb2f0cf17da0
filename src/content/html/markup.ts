import { escapeHtml, type SafeHtml } from '../../system/escape.ts'
import { jsonForScript } from './json-script.ts'

/** An attribute's value: `true` writes the name alone, `undefined` and `false` write nothing. */
type AttributeValue = string | number | boolean | undefined

/** Writes an element around safe content and escapes every attribute value. */
export function tag(
  name: string,
  attributes: Record<string, AttributeValue>,
  ...children: Array<SafeHtml | undefined>
): SafeHtml {
  return `${openTag(name, attributes)}${children.join('')}</${name}>` as SafeHtml
}

/** Writes a void element: `img`, `meta`, `link`, `hr`, `input`. */
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

/** Concatenates pieces of safe HTML. */
export function join(pieces: ReadonlyArray<SafeHtml | undefined>): SafeHtml {
  return pieces.join('') as SafeHtml
}

/** Inline siblings separated by spaces: layout separates them only visually (MARK-2). */
export function spaced(pieces: ReadonlyArray<SafeHtml | undefined>): SafeHtml {
  return pieces.filter((piece) => piece !== undefined).join(' ') as SafeHtml
}

/** JSON in a script element. */
export function jsonScript(type: string, value: unknown): SafeHtml {
  return `<script type="${type}">${jsonForScript(value)}</script>` as SafeHtml
}
