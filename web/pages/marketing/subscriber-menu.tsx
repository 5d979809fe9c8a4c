import { ActionIcon, Menu, Text, Timeline } from '@mantine/core'
import { IconDots, IconHistory, IconMailOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../api.ts'
import { LongTextField, TextField } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FormModal } from '../../components/form-modal.tsx'
import { Shown } from '../../components/states.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useDates } from '../../components/when.tsx'
import { PeopleValue } from '../../fields/linked.tsx'
import { useTexts } from '../../texts/index.ts'
import type { Subscriber } from './subscribers.tsx'

type OfSubscriber = { subscriber: Subscriber; onClose: () => void }
const icon = { size: 15, stroke: 1.6 }

export function SubscriberMenu({ subscriber }: { subscriber: Subscriber }) {
  const t = useTexts().marketing
  const [open, setOpen] = useState<'consents' | 'unsubscribe'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={t.actionsOf(subscriber.__name)}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconHistory {...icon} />} onClick={() => setOpen('consents')}>
            {t.consents}
          </Menu.Item>
          {subscriber.subscribed && (
            <Menu.Item
              color="red"
              leftSection={<IconMailOff {...icon} />}
              onClick={() => setOpen('unsubscribe')}
            >
              {t.unsubscribe}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      {open === 'consents' && <Consents subscriber={subscriber} onClose={close} />}
      {open === 'unsubscribe' && <Unsubscribe subscriber={subscriber} onClose={close} />}
    </>
  )
}

/** The evidence: when and how somebody agreed, and when they took it back. */
function Consents({ subscriber, onClose }: OfSubscriber) {
  const t = useTexts()
  const dates = useDates()
  const asked = useApi('marketing', 'listConsents', { params: { id: subscriber.__id } })
  return (
    <Dialog onClose={onClose} title={t.marketing.consentsOf(subscriber.__name)}>
      <Shown of={asked}>
        {({ consents }) => (
          <Timeline active={consents.length} bulletSize={14} lineWidth={2}>
            {consents.map(({ isGiven, at, method, wording, recordedBy }) => (
              <Timeline.Item
                key={at}
                color={isGiven ? 'teal' : 'gray'}
                title={isGiven ? t.marketing.given(method) : t.marketing.withdrawn(method)}
              >
                {wording && (
                  <Text size="sm" fs="italic">
                    {wording}
                  </Text>
                )}
                <Text size="xs" c="var(--quiet)" component="div">
                  {dates.moment(at)} <PeopleValue value={recordedBy} isShort />
                </Text>
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Shown>
    </Dialog>
  )
}

function Unsubscribe({ subscriber, onClose }: OfSubscriber) {
  const t = useTexts().marketing
  const { field, modal } = useForm('marketing', 'unsubscribe', {
    params: { id: subscriber.__id },
    values: { method: '', wording: '' },
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.unsubscribeTitle(subscriber.__name)}
      submit={t.unsubscribe}
      isDangerous
    >
      <TextField
        {...field('method', t.fields.method)}
        placeholder={t.methodExample}
        data-autofocus
      />
      <LongTextField {...field('wording', t.fields.wording)} />
    </FormModal>
  )
}
