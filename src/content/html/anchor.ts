/** As plugins make it of headings: `100%_pewności`. */
const ANCHOR = /^[_%]?[\p{L}\p{N}][\p{L}\p{M}\p{N}_:.%+,!?()*~@$=/-]{0,199}$/u

const FOOTNOTE = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}(?:-link)?$/

/** As ids these shadow scripts' properties (DOM clobbering); AMP rejects any case of them. */
const PROPERTIES = new Set(
  (
    'acceptCharset addEventListener appendChild assignedSlot attachShadow AMP baseURI checkValidity childElementCount ' +
    'childNodes classList className clientHeight clientLeft clientTop clientWidth compareDocumentPosition ' +
    'computedName computedRole contentEditable createShadowRoot enqueAction firstChild firstElementChild ' +
    'getAnimations getAttribute getAttributeNS getAttributeNode getAttributeNodeNS getBoundingClientRect ' +
    'getClientRects getDestinationInsertionPoints getElementsByClassName getElementsByTagName ' +
    'getElementsByTagNameNS getRootNode hasAttribute hasAttributeNS hasAttributes hasChildNodes hasPointerCapture ' +
    'innerHTML innerText inputMode insertAdjacentElement insertAdjacentHTML insertAdjacentText isContentEditable ' +
    'isDefaultNamespace isEqualNode isSameNode lastChild lastElementChild lookupNamespaceURI namespaceURI ' +
    'nextElementSibling nextSibling nodeName nodeType nodeValue offsetHeight offsetLeft offsetParent offsetTop ' +
    'offsetWidth outerHTML outerText ownerDocument parentElement parentNode previousElementSibling previousSibling ' +
    'querySelector querySelectorAll releasePointerCapture removeAttribute removeAttributeNS removeAttributeNode ' +
    'removeChild removeEventListener replaceChild reportValidity requestPointerLock scrollHeight scrollIntoView ' +
    'scrollIntoViewIfNeeded scrollLeft scrollWidth setAttribute setAttributeNS setAttributeNode setAttributeNodeNS ' +
    'setPointerCapture shadowRoot styleMap tabIndex tagName textContent toString valueOf'
  )
    .toLowerCase()
    .split(' '),
)
const PREFIXED_PROPERTY = /^(?:i-amphtml-.*|(?:webkit|ms|moz|o)(?:dropzone|matchesselector|requestfullscreen))$/i

const OF_THE_PAGE = new Set([
  'tresc',
  'komentarze',
  'menu',
  'szukaj',
  'szukaj-menu',
  'consent',
  'consent-prompt',
  'live-list',
  'breaking-line',
])

const OF_A_COMMENT = /^(?:komentarz-|formularz-(?:komentarza|text|name|email))/

/** Decodes like a browser's fragment (`#wyj%C4%85tek`); undefined: not for a document. */
export function anchorOf(written: string | undefined): string | undefined {
  const id = decodedFragment(written?.trim() ?? '')
  return isAnchor(id) ? id : undefined
}

export function decodedFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

export function isAnchor(id: string): boolean {
  return isFootnote(id) || (ANCHOR.test(id) && !isReservedId(id))
}

function isFootnote(id: string): boolean {
  return FOOTNOTE.test(id)
}

export function isReservedId(id: string): boolean {
  const name = id.toLowerCase()
  return PROPERTIES.has(name) || OF_THE_PAGE.has(name) || OF_A_COMMENT.test(name) || PREFIXED_PROPERTY.test(id)
}

export function isOfThePage(id: string): boolean {
  return OF_THE_PAGE.has(id) || OF_A_COMMENT.test(id)
}

export function anchorOfMarkup(markup: string): string | undefined {
  const tag = /^\s*<[a-z][^<>]*>/i.exec(markup.slice(0, MAX_OPENING))?.[0] ?? ''
  const [, double, single, bare] = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+))/i.exec(tag) ?? []
  return anchorOf(double ?? single ?? bare)
}

const MAX_OPENING = 2000
