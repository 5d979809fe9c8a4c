import { sentOf } from '../../client.ts'

/** Where the bytes of a file are; in a frame only a PDF shows. */
export const contentOf = (id: string, version?: number, isFramed = false): string =>
  sentOf('disk', 'downloadFile', {
    params: { id },
    input: { version, ...(isFramed && { show: 'true' as const }) },
  }).path
