import { Button, Text } from '@mantine/core'
import { IconDownload, IconEyeOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ClientError } from '../../../src/client/client.ts'
import { sizeText } from '../../components/size-text.ts'
import { Empty, Failure, Loading } from '../../components/states.tsx'
import { useLanguage, useTexts } from '../../texts/index.ts'
import { contentOf } from './content.ts'
import type { FileView } from './directories.ts'
import { kindOf } from './kinds.ts'
import classes from './preview.module.css'

export type Shown = Pick<FileView, '__id' | '__name' | 'contentType' | 'size' | 'hash'> & {
  version?: number
}

/** What is in a file, as far as a browser shows it without running anything of it. */
export function Preview({ of }: { of: Shown }) {
  const t = useTexts()
  const { __id: id, __name: name, contentType, size, version } = of
  const address = contentOf(id, version)
  if (size === 0) return <Without of={of} title={t.files.file.emptyFile} />
  switch (kindOf(contentType)) {
    case 'image':
      // The bytes are in the address, so that another version is another picture.
      return <img key={of.hash} className={classes.image} src={address} alt={name} />
    case 'pdf':
      return <Pdf of={of} />
    case 'text':
      return <TextPreview of={of} />
    case 'audio':
      // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people upload
      return <audio className={classes.audio} src={address} controls />
    case 'video':
      // biome-ignore lint/a11y/useMediaCaption: nobody wrote captions for what people upload
      return <video className={classes.video} src={address} controls />
    default:
      return <Without of={of} title={t.files.file.noPreview} />
  }
}

/** Browsers show it with a program of their own that is no part of this page. */
function Pdf({ of }: { of: Shown }) {
  const t = useTexts()
  if (!navigator.pdfViewerEnabled) return <Without of={of} title={t.files.file.noViewer} />
  return (
    <iframe
      className={classes.pdf}
      src={contentOf(of.__id, of.version, true)}
      title={of.__name}
      referrerPolicy="no-referrer"
    />
  )
}

function Without({ of, title }: { of: Shown; title: string }) {
  const t = useTexts()
  return (
    <Empty icon={IconEyeOff} title={title}>
      <Button
        component="a"
        variant="default"
        href={contentOf(of.__id, of.version)}
        download
        leftSection={<IconDownload size={14} stroke={1.6} />}
      >
        {t.files.download}
      </Button>
    </Empty>
  )
}

/** More than anybody reads in a preview. */
const MOST_TEXT = 256 * 1024

async function readText(of: Shown): Promise<string> {
  const headers = { range: `bytes=0-${MOST_TEXT - 1}` }
  const response = await fetch(contentOf(of.__id, of.version), { headers })
  const { ok, status } = response
  if (!ok) throw new ClientError({ status, headers: response.headers, text: await response.text() })
  return new TextDecoder().decode(await response.arrayBuffer())
}

/** Always as the words that it is made of, whatever they would be to a browser. */
function TextPreview({ of }: { of: Shown }) {
  const t = useTexts()
  const language = useLanguage()
  const { data, error, refetch } = useQuery({
    queryKey: ['disk', 'downloadFile', { params: { id: of.__id }, hash: of.hash }],
    queryFn: () => readText(of),
  })
  if (error) return <Failure error={error} again={refetch} />
  if (data === undefined) return <Loading />
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys */}
      <section className={classes.text} tabIndex={0} aria-label={t.files.file.preview}>
        <pre>{data}</pre>
      </section>
      {of.size > MOST_TEXT && (
        <Text size="xs" c="var(--quiet)" mt={4}>
          {t.files.file.cut(sizeText(MOST_TEXT, language))}
        </Text>
      )}
    </>
  )
}
