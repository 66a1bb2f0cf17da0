import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import sharp from 'sharp'
import { onCircle, openLine, range } from './drawing/geometry.mjs'
import { letters } from './drawing/lettering.mjs'
import { coloursOn } from './drawing/palette.mjs'
import { circle, group, rect, ring, stroke } from './drawing/shapes.mjs'

/** Makes the sounds and films that articles name, with ffmpeg (Debian: `apt-get install ffmpeg`). */
const FOLDER = join(dirname(fileURLToPath(import.meta.url)), '../sites/szpalta/public/nagrania')

const encode = async (input, output, chunks) => {
  const program = spawn('ffmpeg', ['-loglevel', 'error', '-y', ...input, '-i', '-', ...output], {
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(program, 'exit')
  for await (const chunk of chunks) if (!program.stdin.write(chunk)) await once(program.stdin, 'drain')
  program.stdin.end()
  const [code] = await ended
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`)
}

const RATE = 44_100
/** A tone with partials, as a string has them: the third of one beats with the second of the other. */
const PARTIALS = [1, 0.6, 0.45, 0.25, 0.15]
const FADE = 0.06

/** @param parts `{ seconds, tones }`: frequencies that sound together; none: silence */
const samples = function* (parts) {
  for (const { seconds, tones } of parts) {
    const count = Math.round(seconds * RATE)
    const chunk = Buffer.alloc(count * 2)
    for (let at = 0; at < count; at++) {
      const time = at / RATE
      const edge = Math.min(1, time / FADE, (seconds - time) / FADE)
      let value = 0
      for (const tone of tones) {
        for (const [index, weight] of PARTIALS.entries())
          value += weight * Math.sin(2 * Math.PI * tone * (index + 1) * time)
      }
      chunk.writeInt16LE(Math.round(value * edge * 5200), at * 2)
    }
    yield chunk
  }
}

const A = 440
const TEMPERED = A * 2 ** (7 / 12)
const FIFTHS = [
  { seconds: 4, tones: [A] },
  { seconds: 1, tones: [] },
  { seconds: 7, tones: [A, A * 1.5] },
  { seconds: 1, tones: [] },
  { seconds: 7, tones: [A, TEMPERED] },
]

const FRAMES_A_SECOND = 24
const SECONDS_A_SPEED = 4
const [WIDTH, HEIGHT] = [640, 360]
const SPOKES = 12
/** Metres; the wheel of the article. */
const CIRCUMFERENCE = 1.2 * Math.PI
const SPEEDS = [10, 20, 27.1]

const frames = async function* () {
  const colours = coloursOn('rozrywka', 'dark')
  let turned = 0
  for (const speed of SPEEDS) {
    for (let frame = 0; frame < SECONDS_A_SPEED * FRAMES_A_SECOND; frame++) {
      const spokes = range(SPOKES, (spoke) =>
        openLine([onCircle(0, 0, 22, (360 / SPOKES) * spoke), onCircle(0, 0, 128, (360 / SPOKES) * spoke)]),
      ).join('')
      const wheel =
        ring(0, 0, 136, colours.light, 16) +
        stroke(spokes, colours.light, 8) +
        circle(0, 0, 24, colours.light) +
        circle(0, -136, 11, colours.accent)
      const content =
        rect(0, 0, WIDTH, HEIGHT, colours.deep) +
        rect(0, 324, WIDTH, 6, colours.line) +
        group(wheel, { x: 190, y: 180, angle: turned }) +
        letters(String(speed).replace('.', ','), colours.light, { x: 380, y: 190, size: 92, face: 'display' }) +
        letters('km/h', colours.light, { x: 384, y: 250, size: 44, face: 'wide' })
      const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}">${content}</svg>`
      yield sharp(Buffer.from(svg)).resize(WIDTH, HEIGHT).removeAlpha().raw().toBuffer()
      turned = (turned + (speed / 3.6 / CIRCUMFERENCE / FRAMES_A_SECOND) * 360) % 360
    }
  }
}

await mkdir(FOLDER, { recursive: true })
await encode(
  ['-f', 's16le', '-ar', String(RATE), '-ac', '1'],
  ['-map_metadata', '-1', '-fflags', '+bitexact', '-b:a', '64k', join(FOLDER, 'dwie-kwinty.mp3')],
  samples(FIFTHS),
)
await encode(
  ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${WIDTH}x${HEIGHT}`, '-r', String(FRAMES_A_SECOND)],
  [
    ...['-map_metadata', '-1', '-fflags', '+bitexact', '-c:v', 'libx264', '-preset', 'veryslow', '-crf', '27'],
    ...['-pix_fmt', 'yuv420p', '-movflags', '+faststart', join(FOLDER, 'kolo.mp4')],
  ],
  frames(),
)
