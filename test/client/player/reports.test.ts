import { failureOf, progressOf } from '../../../src/client/player/reports.ts'

test.each([
  [1, 'Aborted'],
  [2, 'Network Error'],
  [3, 'Decode Error'],
  [4, 'Can not play a video of type "webm" on this platform.'],
])('the error code %i of a video means %s (GIF-13)', (code, message) => {
  const video = { src: 'https://media.giphy.com/a.b/giphy.WebM?x=.mp4', error: { code } }
  expect(failureOf(video as HTMLVideoElement)).toEqual({ code, message })
})

test.each([
  ['nothing played', 0, 20, 0],
  ['half', 10, 20, 50],
  ['almost all of a short video', 9.81, 9.99, 100],
  ['exactly 98 per cent of a short video', 6.125, 6.25, 98],
  ['slightly less of a short video', 4.85, 5, 97],
  ['almost all of a video of 10 seconds', 9.9, 10, 99],
  ['a video of unknown length', 0, Number.NaN, 0],
])('the progress of %s (GIF-11)', (_name, currentTime, duration, percent) => {
  expect(progressOf(currentTime, duration)).toBeCloseTo(percent)
})
