import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { renderToStaticMarkup } from 'react-dom/server'
import { PauseIcon, PlayIcon, SoundIcon, SoundOffIcon } from '../../views/components/icons.tsx'
import { ROOT } from '../support/root.ts'

test('the player’s icons are 25 px, and its bar is thinner in a low video (VIDEO-1)', () => {
  for (const Icon of [PlayIcon, PauseIcon, SoundIcon, SoundOffIcon])
    expect(renderToStaticMarkup(<Icon />)).toMatch(/ width="25" height="25"/)
  const styles = readFileSync(join(ROOT, 'views/styles/features/animation.css'), 'utf8')
  const bars = [...styles.matchAll(/(?:height < (\d+)px[\s\S]*?)?--bar: (\d)px/g)].map(([, below, bar]) => [below, bar])
  expect(bars).toEqual([
    [undefined, '5'],
    ['300', '4'],
    ['200', '3'],
  ])
})
