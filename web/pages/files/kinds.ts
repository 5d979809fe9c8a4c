import {
  type Icon,
  IconFile,
  IconFileText,
  IconFileTypePdf,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  IconPresentation,
  IconTable,
} from '@tabler/icons-react'
import type { Texts } from '../../texts/index.ts'

export type Kind = keyof Texts['files']['kinds']

/** The first that fits. Pictures that can hold scripts are texts here. */
const KINDS: [RegExp, Kind][] = [
  [/^image\/(png|jpeg|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon)$/, 'image'],
  [/^application\/pdf$/, 'pdf'],
  [/^image\/svg\+xml$/, 'text'],
  [/^audio\//, 'audio'],
  [/^video\//, 'video'],
  [/spreadsheet|ms-excel/, 'sheet'],
  [/presentation|powerpoint/, 'slides'],
  [/msword|wordprocessing|opendocument\.text|rtf/, 'document'],
  [/zip|compressed|x-tar|gzip|x-7z|x-rar|vnd\.rar/, 'archive'],
  [/^text\/|json|xml|javascript|yaml|toml|sql|x-sh$/, 'text'],
]

export const kindOf = (contentType: string): Kind =>
  KINDS.find(([form]) => form.test(contentType))?.[1] ?? 'other'

export const KIND_ICONS: Record<Kind, Icon> = {
  image: IconPhoto,
  pdf: IconFileTypePdf,
  text: IconFileText,
  audio: IconMusic,
  video: IconMovie,
  archive: IconFileZip,
  document: IconFileText,
  sheet: IconTable,
  slides: IconPresentation,
  other: IconFile,
}
