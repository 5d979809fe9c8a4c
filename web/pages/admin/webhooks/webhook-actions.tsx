import { ActionIcon, Button, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRepeat,
  IconSend,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useChange } from '../../../api.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { links } from '../../../links.ts'
import { Secret } from '../secret.tsx'
import { useTexts } from '../texts.ts'
import { Replay } from './replay.tsx'
import { type Webhook, WebhookForm } from './webhook-form.tsx'
import type { Tested } from './webhook-page.tsx'

type Above = 'edit' | 'replay' | 'rotate' | 'remove'

type WebhookActionsProps = { webhook: Webhook; onTested: (tested: Tested) => void }

export function WebhookActions({ webhook, onTested }: WebhookActionsProps) {
  const t = useTexts()
  const [above, setAbove] = useState<Above>()
  const test = useChange('webhooks', 'test', { onDone: onTested })
  const pause = useChange('webhooks', 'pause', { changes: ['webhook'] })
  const resume = useChange('webhooks', 'resume', { changes: ['webhook'] })
  const request = { params: { id: webhook.id } }
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconSend size={14} stroke={1.6} />}
        loading={test.isPending}
        onClick={() => test.mutate(request)}
      >
        {t.admin.webhooks.test}
      </Button>
      {webhook.pausedAt ? (
        <Button
          leftSection={<IconPlayerPlay size={14} stroke={1.6} />}
          loading={resume.isPending}
          onClick={() => resume.mutate(request)}
        >
          {t.admin.webhooks.resume}
        </Button>
      ) : (
        <Button
          variant="default"
          leftSection={<IconPlayerPause size={14} stroke={1.6} />}
          loading={pause.isPending}
          onClick={() => pause.mutate(request)}
        >
          {t.admin.webhooks.pause}
        </Button>
      )}
      <More onChoose={setAbove} />
      {above && <Chosen what={above} webhook={webhook} onClose={() => setAbove(undefined)} />}
    </>
  )
}

function More({ onChoose }: { onChoose: (what: Above) => void }) {
  const t = useTexts()
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={30} aria-label={t.frame.actions.more}>
          <IconDots size={16} stroke={1.6} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => onChoose('edit')}>
          {t.frame.actions.edit}
        </Menu.Item>
        <Menu.Item leftSection={<IconRepeat size={14} />} onClick={() => onChoose('replay')}>
          {t.admin.webhooks.replay}
        </Menu.Item>
        <Menu.Item leftSection={<IconKey size={14} />} onClick={() => onChoose('rotate')}>
          {t.admin.webhooks.rotate}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          color="red"
          leftSection={<IconTrash size={14} />}
          onClick={() => onChoose('remove')}
        >
          {t.admin.webhooks.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

type ChosenProps = { what: Above; webhook: Webhook; onClose: () => void }

function Chosen({ what, webhook, onClose }: ChosenProps) {
  const t = useTexts().admin.webhooks
  const navigate = useNavigate()
  const [secret, setSecret] = useState<string>()
  const isRemoval = what === 'remove'
  const { modal } = useForm('webhooks', isRemoval ? 'remove' : 'rotate', {
    params: { id: webhook.id },
    takesAway: isRemoval,
    changes: ['webhook'],
    onClose,
    onDone: (reply) =>
      'secret' in reply ? setSecret(reply.secret) : void navigate(links.adminPart('webhooks')),
  })
  if (secret !== undefined) return <Secret title={t.secret} secret={secret} onClose={onClose} />
  if (what === 'edit') return <WebhookForm webhook={webhook} onClose={onClose} onDone={onClose} />
  if (what === 'replay') return <Replay webhook={webhook} onClose={onClose} />
  return (
    <Confirm
      {...modal}
      title={isRemoval ? t.remove : t.rotate}
      text={isRemoval ? t.removeHint(webhook.name) : t.rotateHint}
      action={isRemoval ? t.remove : t.rotate}
    />
  )
}
