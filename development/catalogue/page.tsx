import type { ReactNode } from 'react'
import { ENTRIES, type Entry } from './entries.ts'
import { OUTPUTS, type Output, THEMES, type Theme } from './frames.tsx'

export const ROOT = '/__catalogue'
/** A phone, a tablet, a desktop. CSS pixels. */
export const WIDTHS = [360, 768, 1280] as const
export type Width = (typeof WIDTHS)[number]

/** What of an entry is shown: everything, until a reader of the catalogue chooses. */
export interface Choice {
  themes: readonly Theme[]
  widths: readonly Width[]
}

/** Frames are as high as what they show, and stay so. */
export const SCRIPT = `for(const frame of document.querySelectorAll('iframe')){const fit=()=>{const body=frame.contentDocument?.body;if(!body)return;const shown=body.querySelector('main>*')??body;new ResizeObserver(()=>{frame.style.height=Math.ceil(shown.getBoundingClientRect().bottom)+18+'px'}).observe(shown)};frame.addEventListener('load',fit);fit()}`

export const STYLES = `
:root{color-scheme:light dark;font:1rem/1.5 system-ui,sans-serif}
body{margin:0;padding:1rem}
nav ul{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin:0;padding:0;list-style:none}
a{padding-block:.25rem;display:inline-block}
a[aria-current]{font-weight:700}
:focus-visible{outline:3px solid Highlight;outline-offset:2px}
h2{margin:2rem 0 .5rem}
.row{display:flex;gap:1rem;overflow-x:auto;padding:.25rem;align-items:start}
figure{margin:0;flex:none}
figcaption{font-size:.875rem}
iframe{display:block;border:1px solid GrayText;height:8rem;background:Canvas}
`

export function CataloguePage() {
  return (
    <>
      <h1>Blocks</h1>
      <Entries title="In articles" place="article" />
      <Entries title="On home pages" place="home" />
    </>
  )
}

function Entries({ title, place, current }: { title: string; place: Entry['place']; current?: Entry }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {ENTRIES.filter((entry) => entry.place === place).map((entry) => (
          <li key={entry.type}>
            <a href={pathOf(entry)} aria-current={entry === current ? 'page' : undefined}>
              {entry.type}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function EntryPage({ entry, choice }: { entry: Entry; choice: Choice }) {
  return (
    <>
      <h1>{entry.type}</h1>
      <p>
        <a href={ROOT}>All blocks</a>
      </p>
      <Choices entry={entry} choice={choice} />
      {entry.variants.map(({ name }, index) => (
        <section key={name} aria-labelledby={`variant-${index}`}>
          <h2 id={`variant-${index}`}>{name}</h2>
          {choice.widths.map((width) => (
            <Row key={width} entry={entry} variant={index} width={width} themes={choice.themes} name={name} />
          ))}
        </section>
      ))}
      <Entries title={entry.place === 'home' ? 'On home pages' : 'In articles'} place={entry.place} current={entry} />
    </>
  )
}

function Choices({ entry, choice }: { entry: Entry; choice: Choice }) {
  const [theme, width] = [onlyOne(choice.themes), onlyOne(choice.widths)]
  const link = (
    words: ReactNode,
    chosen: { theme?: Theme | undefined; width?: Width | undefined },
    isChosen: boolean,
  ) => (
    <li key={String(words)}>
      <a href={pathOf(entry) + queryOf(chosen)} aria-current={isChosen ? 'true' : undefined}>
        {words}
      </a>
    </li>
  )
  return (
    <nav aria-label="What is shown">
      <ul>
        {link('both themes', { width }, theme === undefined)}
        {THEMES.map((one) => link(one, { theme: one, width }, theme === one))}
      </ul>
      <ul>
        {link('all widths', { theme }, width === undefined)}
        {WIDTHS.map((one) => link(one, { theme, width: one }, width === one))}
      </ul>
    </nav>
  )
}

interface RowProps {
  entry: Entry
  variant: number
  width: Width
  themes: readonly Theme[]
  /** Of the variant. */
  name: string
}

function Row({ entry, variant, width, themes, name }: RowProps) {
  const outputs: readonly Output[] = entry.place === 'home' ? ['page'] : OUTPUTS
  const frames = themes.flatMap((theme) => outputs.map((output) => ({ theme, output })))
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="row" tabIndex={0} aria-label={`${name}, ${width} pixels`}>
      {frames.map(({ theme, output }) => {
        const path = `${pathOf(entry)}/${variant}/${output}?theme=${theme}`
        const words = `${output}, ${theme}, ${width}`
        return (
          <figure key={words}>
            <figcaption>
              <a href={path}>{words}</a>
            </figcaption>
            <iframe title={words} src={path} width={width} loading="lazy" />
          </figure>
        )
      })}
    </section>
  )
}

function pathOf({ place, type }: Entry): string {
  return `${ROOT}/${place}/${type}`
}

function queryOf({ theme, width }: { theme?: Theme | undefined; width?: Width | undefined }): string {
  const chosen = [theme && `theme=${theme}`, width && `width=${width}`].filter(Boolean)
  return chosen.length > 0 ? `?${chosen.join('&')}` : ''
}

function onlyOne<T>(values: readonly T[]): T | undefined {
  return values.length === 1 ? values[0] : undefined
}
