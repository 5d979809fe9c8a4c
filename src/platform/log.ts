import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/** One JSON line per fact on standard output. Secrets are cut out wherever they stand. */
export const makeLog = (level: string, to: DestinationStream = pino.destination(1)): Log =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: ['*.password', '*.token', 'password', 'token', '*.authorization', '*.cookie'],
      serializers: { err: pino.stdSerializers.err },
    },
    to,
  )
