import { ActionIcon, Title, Tooltip } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconMessages, IconPlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Outlet, useParams } from 'react-router'
import { useApi } from '../../api.ts'
import { Empty, Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { ChannelForm } from './channel-form.tsx'
import { ChannelList } from './channel-list.tsx'
import classes from './channels.module.css'

/** The channels beside the one that is open; where there is room for one only, one or the other. */
export function ChannelsPage() {
  const t = useTexts()
  const { id } = useParams()
  const asked = useApi('messages', 'myChannels', {})
  const [isCreating, { open, close }] = useDisclosure(false)
  useEffect(() => {
    if (!id) document.title = `${t.channels.title} · Kontor`
  }, [id, t])
  return (
    <div className={classes.page} data-open={id !== undefined || undefined}>
      <aside className={classes.side}>
        <header className={classes.sideHead}>
          <Title order={id ? 2 : 1} fz={20}>
            {t.channels.title}
          </Title>
          <Tooltip label={t.channels.create}>
            <ActionIcon variant="default" aria-label={t.channels.create} onClick={open}>
              <IconPlus size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </header>
        <Shown of={asked}>
          {({ channels }) =>
            channels.length === 0 ? (
              <Empty icon={IconMessages} title={t.channels.empty} hint={t.channels.emptyHint} />
            ) : (
              <ChannelList channels={channels} />
            )
          }
        </Shown>
      </aside>
      <div className={classes.content}>{id ? <Outlet /> : <NoneChosen />}</div>
      {isCreating && <ChannelForm onClose={close} />}
    </div>
  )
}

function NoneChosen() {
  const t = useTexts()
  return (
    <div className={classes.none}>
      <Empty icon={IconMessages} title={t.channels.choose} hint={t.channels.chooseHint} />
    </div>
  )
}
