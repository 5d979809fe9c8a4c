import { accountMailJobs } from '../areas/access/mail/jobs.ts'
import { accessJobs } from '../areas/access/routes.ts'
import { appsJobs } from '../areas/apps/routes.ts'
import { diskJobs } from '../areas/disk/routes.ts'
import { formJobs } from '../areas/forms/letters.ts'
import { letterJobs } from '../areas/notifications/letters.ts'
import { pushJobs } from '../areas/notifications/push/jobs.ts'
import { joinDefaultGroups } from '../areas/people/groups/members.ts'
import { tellOfComparison, tellOfEmergency } from '../areas/people/providers/alarm.ts'
import { directoryJobs } from '../areas/people/providers/directory-sync.ts'
import { Directories } from '../areas/people/providers/ldap/directories.ts'
import { providersJobs } from '../areas/people/providers/routes.ts'
import { orgChartJobs } from '../areas/people/scim/org-chart.ts'
import { ModelEndpoint } from '../areas/processes/agents/model-endpoint.ts'
import { runAgent } from '../areas/processes/agents/run-agent.ts'
import { calendarListeners } from '../areas/processes/clocks/calendars.ts'
import { fileListeners } from '../areas/processes/file-versions.ts'
import { callAction } from '../areas/processes/jobs/action.ts'
import { decide } from '../areas/processes/jobs/decision.ts'
import { makeDocument } from '../areas/processes/jobs/document.ts'
import { sendMail } from '../areas/processes/jobs/mail.ts'
import type { Executors } from '../areas/processes/jobs/outcome.ts'
import { runScript } from '../areas/processes/jobs/script.ts'
import { messageJobs } from '../areas/processes/messages/routes.ts'
import { runAction } from '../areas/processes/modules/actions.ts'
import { runHandler } from '../areas/processes/modules/handlers.ts'
import { scriptJobs } from '../areas/processes/scripts/jobs.ts'
import { programRunner, type RunProgram } from '../areas/processes/scripts/program.ts'
import { MORE_OPERATIONS } from '../areas/processes/scripts/script-run.ts'
import { taskJobs } from '../areas/processes/tasks/reminders.ts'
import { itemListeners } from '../areas/processes/triggers.ts'
import { workersJobs } from '../areas/processes/workers/routes.ts'
import type { Sandbox } from '../areas/reports/sandbox.ts'
import { scheduleJobs } from '../areas/reports/schedules/jobs.ts'
import { searchJobs } from '../areas/search/file-texts.ts'
import { solutionsJobs } from '../areas/solutions/routes.ts'
import { storageJobs } from '../areas/storage/routes.ts'
import { unbindUser } from '../areas/telephony/service.ts'
import { webhooksJobs } from '../areas/webhooks/routes.ts'
import type { Routes } from '../http/implement.ts'
import { InnerCalls } from '../http/inner-calls.ts'
import type { ObjectKinds } from '../kinds/kinds.ts'
import { type Config, providerAddresses } from '../platform/config.ts'
import type { Platform } from '../platform/context.ts'
import { eventJobs } from '../platform/event-account.ts'
import { logJobs } from '../platform/event-log/retention.ts'
import { type Listeners, toEach } from '../platform/events.ts'
import type { Jobs } from '../platform/jobs/runner.ts'
import { OutsideCaller } from '../platform/outside/caller.ts'
import { logReaders } from './log-readers.ts'

const allJobs: Jobs[] = [
  accessJobs,
  appsJobs,
  diskJobs,
  eventJobs,
  messageJobs,
  orgChartJobs,
  providersJobs,
  scriptJobs,
  solutionsJobs,
  storageJobs,
  taskJobs,
  webhooksJobs,
  workersJobs,
]

/** The jobs of every area. */
export function jobsOf(
  { mailer, config, files, texts }: Platform,
  { sandbox, kinds }: { sandbox: Sandbox; kinds: ObjectKinds },
): Jobs {
  const isConfigured = config.KONTOR_SMTP_URL !== undefined
  const post = { mailer, isConfigured, address: config.KONTOR_PUBLIC_URL }
  const all = [
    ...allJobs,
    directoryJobs(new Directories(providerAddresses(config))),
    formJobs(post),
    letterJobs(post),
    pushJobs(new OutsideCaller(config.KONTOR_PUSH_ADDRESSES), config.KONTOR_PUBLIC_URL),
    accountMailJobs(post),
    scheduleJobs(post, sandbox),
    searchJobs({ files, texts, kinds }),
    logJobs({ days: config.KONTOR_EVENT_DAYS, files, readers: logReaders }),
  ]
  return {
    handlers: Object.assign({}, ...all.map((each) => each.handlers)),
    schedule: Object.assign({}, ...all.map((each) => each.schedule)),
  }
}

/** Listeners of areas to events of others, in the same transaction. */
export const listeners: Listeners = {
  ...itemListeners,
  ...fileListeners,
  ...calendarListeners,
  'session.emergency_opened': toEach(tellOfEmergency),
  'provider.compared': toEach(tellOfComparison),
  'user.created': toEach(joinDefaultGroups),
  'user.deleted': toEach(unbindUser),
}

/** Runs scripts that may call the API and other servers. */
export const programsFor = (platform: Platform, routes: readonly Routes[]): RunProgram =>
  programRunner(platform.scripts, {
    operations: new InnerCalls(platform, routes, MORE_OPERATIONS),
    caller: new OutsideCaller(platform.config.KONTOR_PRIVATE_ADDRESSES),
  })

/** Executors for work of processes and modules outside a transaction. */
export function executorsFor(
  platform: Platform,
  routes: readonly Routes[],
  run: RunProgram,
): Executors {
  const { mailer, config } = platform
  const caller = new OutsideCaller(config.KONTOR_PRIVATE_ADDRESSES)
  const operations = new InnerCalls(platform, routes)
  const [script, action] = [runScript(run), callAction(caller)]
  return {
    // The kind may have changed while the job waited.
    action: runAction(run, action),
    'action.script': runAction(run, action),
    'module.event': runHandler(run),
    script,
    'script.asking': script,
    decision: decide,
    mail: sendMail(mailer),
    document: makeDocument,
    agent: runAgent({
      endpoint: endpointOf(config, caller),
      operations,
    }),
  }
}

function endpointOf(
  { KONTOR_AGENT_URL: url, KONTOR_AGENT_KEY: key, KONTOR_AGENT_MODEL: model = '' }: Config,
  caller: OutsideCaller,
): ModelEndpoint | undefined {
  return url === undefined ? undefined : new ModelEndpoint(caller, { url, key, model })
}
