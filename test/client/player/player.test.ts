import { failureOf } from '../../../src/client/player/failure.ts'
import { progressOf } from '../../../src/client/player/measuring.ts'

test.each([
  [1, 'Aborted'],
  [2, 'Network Error'],
  [3, 'Decode Error'],
  [4, 'Can not play a video of type "webm" on this platform.'],
])('the code %i of a video that fails means %s (GIF-13)', (code, message) => {
  const video = { src: 'https://media.giphy.com/a.b/giphy.WebM?x=.mp4', error: { code } }
  expect(failureOf(video as HTMLVideoElement)).toEqual({ code, message })
})

test.each([
  ['nothing shown', 0, 20, 0],
  ['half', 10, 20, 50],
  ['of a short film nearly all', 9.81, 9.99, 100],
  ['of a short film exactly 98 per cent', 6.125, 6.25, 98],
  ['of a short film a little less', 4.85, 5, 97],
  ['of a film of 10 seconds nearly all', 9.9, 10, 99],
  ['a film whose length is not known yet', 0, Number.NaN, 0],
])('the progress of %s (VIDEO-3)', (_name, currentTime, duration, percent) => {
  expect(progressOf(currentTime, duration)).toBeCloseTo(percent)
})
