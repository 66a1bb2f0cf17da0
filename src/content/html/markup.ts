import { escapeHtml, type SafeHtml } from '../../system/escape.ts'
import { plainLine } from '../plain-line.ts'

/** `true`: the name alone; `undefined` and `false`: nothing. */
type AttributeValue = string | number | boolean | undefined

export function tag(
  name: string,
  attributes: Record<string, AttributeValue>,
  ...children: Array<SafeHtml | undefined>
): SafeHtml {
  return `${openTag(name, attributes)}${children.join('')}</${name}>` as SafeHtml
}

export function openTag(name: string, attributes: Record<string, AttributeValue>): SafeHtml {
  let written = `<${name}`
  for (const key in attributes) {
    const value = attributes[key]
    if (value === undefined || value === false) continue
    written += value === true ? ` ${key}` : ` ${key}="${escapeHtml(String(value))}"`
  }
  return `${written}>` as SafeHtml
}

export function text(value: string): SafeHtml {
  return escapeHtml(value)
}

export function join(pieces: ReadonlyArray<SafeHtml | undefined>): SafeHtml {
  return pieces.join('') as SafeHtml
}

/** Spaces separate what layout parts visually alone (MARK-2). */
export function spaced(pieces: ReadonlyArray<SafeHtml | undefined>): SafeHtml {
  return pieces.filter((piece) => piece !== undefined).join(' ') as SafeHtml
}

export function jsonScript(type: string, value: unknown): SafeHtml {
  return `<script type="${type}">${jsonForScript(value)}</script>` as SafeHtml
}

/** Without lines' bindings (TEXT-14). */
export function jsonLdForScript(value: object): string {
  return plainLine(jsonForScript(value))
}

/** Nothing closes element or statement; lone surrogates become U+FFFD. */
export function jsonForScript(value: unknown): string {
  const json = JSON.stringify(value, (_key, item: unknown) => (typeof item === 'string' ? item.toWellFormed() : item))
  return json.replace(/[<\u2028\u2029]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
