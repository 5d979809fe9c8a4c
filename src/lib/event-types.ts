/**
 * What can happen, by the kind of object it happens to. The log accepts no other type; filters, the
 * OpenAPI documents, the guide and the audit log of the console take theirs from here.
 */
export const EVENTS = {
  /** A token or a connected program, as an assistant. */
  assistant: {
    'assistant.called': 'Tool used by an assistant',
  },
  channel: {
    'channel.created': 'Channel created',
    'channel.changed': 'Channel changed',
  },
  comment: {
    'comment.created': 'Comment posted',
  },
  connection: {
    'connection.created': 'Program connected',
    'connection.ended': 'Program disconnected',
  },
  definition: {
    'definition.applied': 'Definition applied',
  },
  directory: {
    'disk.directory.created': 'Folder created',
    'disk.directory.moved': 'Folder moved',
    'disk.directory.deleted': 'Folder deleted',
  },
  draft: {
    'draft.created': 'Draft created',
    'draft.changed': 'Draft changed',
    'draft.rebased': 'Draft rebased',
    'draft.previewed': 'Draft previewed',
    'draft.published': 'Draft published',
    'draft.deleted': 'Draft deleted',
  },
  file: {
    'disk.file.created': 'File created',
    'disk.file.version_added': 'File version added',
    'disk.file.moved': 'File moved',
    'disk.file.deleted': 'File deleted',
    'disk.file.restored': 'File restored',
    'disk.file.purged': 'File permanently deleted',
  },
  /** The content of a file, before it belongs to one. */
  body: {
    'disk.body.stored': 'File stored',
    'disk.body.expired': 'Upload expired',
    'disk.body.damaged': 'Stored file found damaged or missing',
    'disk.body.repaired': 'Stored file found sound again',
  },
  form: {
    'form.submitted': 'Public form sent',
    'form.file_received': 'File for a public form received',
    'form.link_revoked': 'Link of a sender revoked',
  },
  grant: {
    'access.granted': 'Right granted',
    'access.moved': 'Rights transferred',
    'access.revoked': 'Right revoked',
  },
  group: {
    'group.created': 'Group created',
    'group.updated': 'Group changed',
    'group.deleted': 'Group deleted',
    'group.items_added': 'Members added',
    'group.items_removed': 'Members removed',
    'group.factor_required': 'Second factor required for a group',
    'group.factor_optional': 'Second factor no longer required for a group',
  },
  import: {
    'app.import.started': 'Import started',
    'app.import.completed': 'Import completed',
    'app.import.failed': 'Import failed',
  },
  instance: {
    'bpm.instance.started': 'Process started',
    'bpm.instance.changed': 'Process variables changed manually',
    'bpm.instance.modified': 'Steps of a process changed by hand',
    'bpm.instance.suspended': 'Process instance suspended',
    'bpm.instance.resumed': 'Process instance resumed',
    'bpm.instance.version_changed': 'Process migrated to another version',
    'bpm.instance.version_queued': 'Process will be migrated when it waits',
    'bpm.instance.version_refused': 'Queued migration of a process not possible',
    'bpm.instance.incident_raised': 'Incident in a process',
    'bpm.instance.job_completed': 'Step done by a worker',
    'bpm.instance.job_failed': 'Attempt of a worker failed',
    'bpm.instance.sla_warned': 'Service level soon exceeded',
    'bpm.instance.sla_breached': 'Service level exceeded',
    'bpm.instance.sla_escalated': 'Exceeded service level escalated',
    'bpm.instance.retried': 'Step retried',
    'bpm.instance.restarted': 'Step restarted',
    'bpm.instance.skipped': 'Step skipped',
    'bpm.instance.done': 'Process ended',
    'bpm.instance.interrupted': 'Process interrupted',
    'bpm.instance.failed': 'Process failed',
    'bpm.notification': 'Notification sent by a process',
  },
  process: {
    'bpm.process.suspended': 'Process suspended',
    'bpm.process.resumed': 'Process resumed',
  },
  'process-message': {
    'bpm.message.sent': 'Message sent to processes',
    'bpm.message.dead': 'Message received by nobody',
    'bpm.message.resent': 'Message sent again',
    'bpm.message.discarded': 'Message discarded',
  },
  item: {
    'app.item.created': 'Item created',
    'app.item.updated': 'Item changed',
    'app.item.status_changed': 'Status changed',
    'app.item.deleted': 'Item deleted',
    'app.item.restored': 'Item restored',
    'docflow.list.asked': 'Approval requested',
    'docflow.list.answered': 'Approval sheet answered',
    'docflow.list.withdrawn': 'Approval withdrawn',
    'docflow.list.closed': 'Approval closed',
    'docflow.item.signed': 'Signed',
  },
  job: {
    'job.retried': 'Job retried',
    'job.removed': 'Job deleted',
  },
  key: {
    'secrets.forgotten': 'Lost secrets replaced',
  },
  login: {
    'session.refused': 'Sign-in refused',
  },
  provider: {
    'provider.created': 'Identity provider added',
    'provider.updated': 'Identity provider changed',
    'provider.deleted': 'Identity provider removed',
    'provider.sign_in_refused': 'Sign-in with a provider refused',
    'provider.compared': 'Directory compared',
  },
  sign_in_policy: {
    'sign_in.policy_changed': 'Rules of passwords changed',
  },
  message: {
    'message.created': 'Message posted',
  },
  module: {
    'module.action_tried': 'Action of a module tried',
    'module.script_failed': 'Script of a module failed',
    'telephony.bindings_changed': 'Phone numbers changed',
  },
  'nomenclature.directory': {
    'nomenclature.directory.created': 'Office or category created',
    'nomenclature.directory.updated': 'Office or category changed',
    'nomenclature.directory.deleted': 'Office or category deleted',
  },
  'nomenclature.folder': {
    'nomenclature.folder.created': 'Nomenclature folder created',
    'nomenclature.folder.updated': 'Nomenclature folder changed',
    'nomenclature.folder.deleted': 'Nomenclature folder deleted',
  },
  oauth_client: {
    'oauth_client.registered': 'Program registered',
    'oauth_client.secret_changed': 'Secret of a program renewed',
    'oauth_client.deleted': 'Registered program deleted',
  },
  org_unit: {
    'org_unit.created': 'Department or position created',
    'org_unit.updated': 'Department or position changed',
    'org_unit.deleted': 'Department or position deleted',
    'org_unit.users_added': 'People assigned',
    'org_unit.users_removed': 'People removed',
  },
  preference: {
    'marketing.preference.created': 'Preference created',
  },
  registration: {
    'registration.reserved': 'Registration number reserved',
    'registration.registered': 'Document registered',
    'registration.changed': 'Registration changed',
    'registration.canceled': 'Registration canceled',
  },
  segment: {
    'marketing.segment.created': 'Segment created',
    'marketing.segment.subscribers_added': 'Subscribers added',
    'marketing.segment.subscribers_removed': 'Subscribers removed',
  },
  report_schedule: {
    'report.schedule_created': 'Mailing of a report scheduled',
    'report.schedule_changed': 'Mailing of a report changed',
    'report.schedule_deleted': 'Mailing of a report deleted',
    'report.schedule_paused': 'Mailing of a report paused',
    'report.schedule_sent': 'Report sent by hand',
    'report.mailed': 'Report mailed',
    'report.mail_skipped': 'Report not mailed: the receiver may not see it',
    'report.mail_failed': 'Report could not be mailed',
  },
  setting: {
    'setting.saved': 'Personal setting saved',
    'setting.deleted': 'Personal setting deleted',
  },
  solution: {
    'solution.applied': 'Solution applied',
  },
  storage: {
    'storage.entry.saved': 'Entry saved',
    'storage.entry.deleted': 'Entry deleted',
    'storage.entry.expired': 'Entry expired',
  },
  subscriber: {
    'marketing.subscriber.subscribed': 'Subscribed',
    'marketing.subscriber.unsubscribed': 'Unsubscribed',
  },
  substitution: {
    'substitution.created': 'Substitution created',
    'substitution.ended': 'Substitution ended',
  },
  system: {
    'demo.loaded': 'Demo loaded',
    'system.backed_up': 'Backup made',
    'system.backup_failed': 'Backup failed',
    'system.events_archived': 'Old events archived',
  },
  task: {
    'task.created': 'Task created',
    'task.reassigned': 'Task reassigned',
    'task.percent_changed': 'Task progress changed',
    'task.dates_changed': 'Task dates changed',
    'task.changed': 'Task changed',
    'task.closed': 'Task completed',
    'task.cancelled': 'Task cancelled',
  },
  token: {
    'token.created': 'Token created',
    'token.revoked': 'Token revoked',
  },
  /** Records of another system. */
  transfer: {
    'transfer.stored': 'Records of another system stored',
  },
  user: {
    'user.created': 'Person created',
    'user.updated': 'Person changed',
    'user.profile_changed': 'Profile changed',
    'user.blocked': 'Person blocked',
    'user.unblocked': 'Person unblocked',
    'user.deleted': 'Person deleted',
    'user.password_set': 'Password set',
    'user.previewed': 'Previewed as another person',
    'user.preview_ended': 'Preview ended',
    'user.invited': 'Person invited',
    'user.link_sent': 'Link to choose a password sent',
    'user.link_withheld': 'Link not sent: the e-mail address is new',
    'user.address_restored': 'Former e-mail address restored',
    'user.address_confirmed': 'New e-mail address confirmed',
    'user.factor_added': 'Second factor added',
    'user.factor_removed': 'Second factor removed',
    'user.factors_reset': 'Second factors reset by an administrator',
    'user.recovery_code_used': 'Signed in with a recovery code',
    'user.recovery_codes_replaced': 'Recovery codes replaced',
    'session.opened': 'Signed in',
    'session.closed': 'Signed out',
    'session.emergency_opened': 'Emergency account used',
    'user.identity_linked': 'Account of a provider linked',
    'user.identity_unlinked': 'Account of a provider unlinked',
    'session.all_closed': 'All sessions ended by an administrator',
    'session.others_closed': 'Other sessions ended',
    'session.confirmed': 'Identity confirmed',
    'session.proof_refused': 'Wrong second factor or password',
    'notification.created': 'Notification created',
    'notification.read': 'Notification read',
    'notification.unread': 'Notification marked as unread',
    'notification.mailed': 'E-mail sent',
    'notification.mail_refused': 'E-mail rejected',
    'notification.settings_changed': 'Notification settings changed',
    'notification.muted': 'Object muted',
    'notification.unmuted': 'Object unmuted',
    'notification.push_started': 'Notifications in a browser switched on',
    'notification.push_ended': 'Notifications in a browser ended',
    'task_reminder.changed': 'Task put off or follow-up set',
    'stream.read': 'Channel or feed read',
  },
  webhook: {
    'webhook.created': 'Webhook created',
    'webhook.updated': 'Webhook changed',
    'webhook.deleted': 'Webhook deleted',
    'webhook.paused': 'Webhook paused',
    'webhook.resumed': 'Webhook resumed',
    'webhook.replayed': 'Webhook replayed',
    'webhook.retried': 'Deliveries retried',
    'webhook.secret_changed': 'Webhook secret changed',
  },
  workspace: {
    'workspace.parameters_changed': 'Parameters changed',
  },
} as const

type Keys<T> = T extends unknown ? keyof T : never
/** What an object is called before the colon in the event log: `task` of `task:<id>`. */
export type ObjectKind = keyof typeof EVENTS
export type EventTypeOf<Kind extends ObjectKind> = Keys<(typeof EVENTS)[Kind]>
export type EventType = EventTypeOf<ObjectKind>

/** The types of every kind, with what people call them. */
export const EVENT_NAMES = Object.assign({}, ...Object.values(EVENTS)) as Record<EventType, string>
export const EVENT_TYPES = Object.keys(EVENT_NAMES) as EventType[]

/** Whether a filter, which is a type or a beginning followed by `*`, matches a type. */
export const matchesType = (filter: string, type: string): boolean =>
  filter.endsWith('*') ? type.startsWith(filter.slice(0, -1)) : type === filter
