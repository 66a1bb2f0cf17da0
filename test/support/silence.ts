const RATE = 8000
const HEADER_BYTES = 44

/** A sound file of silence that every browser plays: PCM of 8 bits, 8 kHz, one channel. */
export function silentWav(seconds: number): Buffer {
  const bytes = RATE * seconds
  const wav = Buffer.alloc(HEADER_BYTES + bytes, 128)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(HEADER_BYTES - 8 + bytes, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  // PCM, one channel.
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(1, 22)
  wav.writeUInt32LE(RATE, 24)
  wav.writeUInt32LE(RATE, 28)
  wav.writeUInt16LE(1, 32)
  wav.writeUInt16LE(8, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(bytes, 40)
  return wav
}

/** Bytes and samples of a frame of MPEG-1 Layer III at 128 kbit/s and 44.1 kHz. */
const [FRAME_BYTES, FRAME_SAMPLES, MP3_RATE] = [417, 1152, 44_100]

/** An MP3 file of silence: frames without a sound in them. */
export function silentMp3(seconds: number): Buffer {
  const frame = Buffer.alloc(FRAME_BYTES)
  frame.writeUInt32BE(0xfffb9064)
  return Buffer.concat(Array.from({ length: Math.ceil((seconds * MP3_RATE) / FRAME_SAMPLES) }, () => frame))
}
