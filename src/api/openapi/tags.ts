/** What each area is about. */
const TAGS: Record<string, string> = {
  access: 'Sessions, tokens, rights and the programs that act for people',
  apps: 'Apps and their items: create, read, change, list, import',
  audit: 'Who did what, and when',
  bpm: 'Instances of processes: start, list, steer, and the restore points of outside actions',
  calendars: 'Working time and holidays',
  contracts: 'A common set of fields over several apps',
  decisions: 'Decision tables',
  disk: 'Files and directories: upload, download, versions, links',
  docflow: 'Sheets of approval and acknowledgement',
  drafts: 'Changes of solutions that are not published yet',
  forms: 'Forms for people without an account',
  guests: 'People from outside the company',
  jobs: 'Background work of the server',
  marketing: 'Subscribers, segments and mailings',
  messages: 'Channels, feeds and comments',
  nomenclature: 'Offices, categories and folders by which documents are numbered',
  notifications: 'The inbox of a user',
  parameters: 'Values of workspaces that administrators set',
  processes: 'Running processes for operators: incidents, versions, migrations',
  providers: 'Identity providers and directories',
  registration: 'Numbers and dates of documents, and their journal',
  reports: 'Rows of reports, and reports by mail',
  scheme: 'Metadata: workspaces, apps, processes, pages, groups',
  scim: 'Users and groups for identity providers',
  search: 'Full-text search',
  solutions: 'Definitions as code: plan, apply, export',
  storage: 'Small values under a key',
  substitutions: 'Who stands in for whom',
  system: 'Health, settings and limits of the server',
  tasks: 'Tasks of people: list, open, submit, hand over',
  telephony: 'Lines of users and calls',
  transfer: 'Data of another system, with ids, authors and dates',
  users: 'Users of the company',
  webhooks: 'Addresses that events are sent to',
  workers: 'Steps of processes that programs outside do',
  workplace: "Pages, widgets and one's own settings of the console",
}

export const tagOf = (name: string) => {
  const description = TAGS[name]
  return { name, ...(description !== undefined && { description }) }
}
