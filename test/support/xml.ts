import { SaxesParser, type SaxesTagNS } from 'saxes'

/** An element as a strict, namespace-aware XML parser sees it. */
export interface XmlElement {
  /** Namespace URI and local name. */
  uri: string
  name: string
  attributes: Record<string, string>
  children: XmlElement[]
  /** Character data of the element itself and everything in it. */
  text: string
}

/** @throws {Error} for anything that is not well-formed */
export function parseXml(xml: string): XmlElement {
  const parser = new SaxesParser({ xmlns: true })
  const root: XmlElement = { uri: '', name: '', attributes: {}, children: [], text: '' }
  const open = [root]
  const top = (): XmlElement => open[open.length - 1] ?? root
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', (tag: SaxesTagNS) => {
    const attributes = Object.values(tag.attributes).map(({ name, value }) => [name, value])
    const element = {
      uri: tag.uri,
      name: tag.local,
      attributes: Object.fromEntries(attributes),
      children: [],
      text: '',
    }
    top().children.push(element)
    open.push(element)
  })
  const onText = (text: string): void => {
    for (const element of open) element.text += text
  }
  parser.on('text', onText)
  parser.on('cdata', onText)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [document] = root.children
  if (!document) throw new Error('no root element')
  return document
}

export function childrenNamed(element: XmlElement | undefined, name: string, uri = element?.uri): XmlElement[] {
  return (element?.children ?? []).filter((child) => child.name === name && child.uri === uri)
}

export function childNamed(element: XmlElement | undefined, name: string, uri = element?.uri): XmlElement | undefined {
  return childrenNamed(element, name, uri)[0]
}
