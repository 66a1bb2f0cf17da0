const ANCHOR = /^[\p{L}][\p{L}\p{N}_:.-]{0,79}$/u

/**
 * Names that an element's own properties have, in lower case. As an id they would hide the property from scripts that
 * read it (DOM clobbering), and AMP does not allow them in whatever case they are written.
 */
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

/** Ids of the page around the content, in either output: its menu, its search forms, its main part. */
const OF_THE_PAGE = new Set(['tresc', 'menu', 'szukaj', 'szukaj-menu', 'consent', 'consent-prompt'])

/** Whether an id from the CMS may stand in a document as it is written. */
export function isAnchor(id: string): boolean {
  return ANCHOR.test(id) && !isReservedId(id)
}

/** Whether an id is taken, or means something else to scripts. */
export function isReservedId(id: string): boolean {
  const name = id.toLowerCase()
  return PROPERTIES.has(name) || OF_THE_PAGE.has(name) || PREFIXED_PROPERTY.test(id)
}
