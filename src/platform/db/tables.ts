// Generated from the migrated database by `npm run generate`. Do not edit.
import type { ColumnType, Generated } from 'kysely'

type Json = ColumnType<unknown, string, string>

export type Tables = {
  'kontor.all_directories': {
    id: string | null
    name: string | null
    parent_id: string | null
    ancestors: string[] | null
    is_system: boolean | null
    unique_names: boolean | null
    owner_id: string | null
    app_id: string | null
    created_at: Date | null
    created_by: string | null
    updated_at: Date | null
    updated_by: string | null
    deleted_at: Date | null
  }
  'kontor.app_tables': {
    app_id: string
    removed_fields: ColumnType<unknown, string | undefined, string>
  }
  'kontor.channel_members': {
    channel_id: string
    member_kind: string
    member_id: string
  }
  'kontor.definitions': {
    id: string
    kind: string
    namespace: string
    code: string
    solution: string
    version: number
    revision: number
    file: string
    body: Json
    attachments: ColumnType<unknown, string | undefined, string>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
  }
  'kontor.directories': {
    id: string
    name: string
    parent_id: string | null
    ancestors: string[]
    is_system: Generated<boolean>
    unique_names: Generated<boolean>
    unique_in: string | null
    owner_id: string | null
    app_id: string | null
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
  }
  'kontor.docflow_entries': {
    item_id: string
    seq: number
    app: string
    list_id: string | null
    event: string
    at: Date
    actor_id: string
    instance_id: string | null
    step: number | null
    data: Json
    previous: Buffer
    hash: Buffer
  }
  'kontor.event_account': {
    id: Generated<boolean>
    position: number
    up_to: number | null
    writers: string[] | null
  }
  'kontor.event_gaps': {
    first: number
    last: number
  }
  'kontor.events': {
    position: ColumnType<number, never, never>
    at: Date
    type: string
    object_id: string
    namespace: string | null
    code: string | null
    actor_id: string | null
    credential_id: string | null
    request_id: string | null
    data: Json
  }
  'kontor.file_bodies': {
    id: string
    state: string
    object: string | null
    size: number
    sha256: Buffer | null
    created_at: Date
    created_by: string
    expires_at: Date | null
  }
  'kontor.file_garbage': {
    object: string
    delete_after: Date
  }
  'kontor.file_parts': {
    body_id: string
    starts: number
    ends: number
    object: string
  }
  'kontor.file_usage': {
    user_id: string
    bytes: number
  }
  'kontor.file_versions': {
    file_id: string
    version: number
    body_id: string
    created_at: Date
    created_by: string
  }
  'kontor.files': {
    id: string
    directory_id: string
    name: string
    original_name: string
    body_id: string
    version: Generated<number>
    comment: Generated<string>
    item_id: string | null
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
    unique_in: string | null
    content_type: Generated<string>
    body_at: Date | null
    body_by: string | null
  }
  'kontor.grants': {
    id: string
    object_kind: string
    object_id: string
    right_code: string
    subject_kind: string
    subject_id: string
    created_at: Generated<Date>
    created_by: string | null
    origin: string | null
  }
  'kontor.group_members': {
    group_id: string
    member_kind: string
    member_id: string
    solution: string | null
    ordinal: ColumnType<number, never, never>
  }
  'kontor.groups': {
    id: string
    namespace: string
    code: string
    name: string
    description: Generated<string>
    is_role: Generated<boolean>
    is_default: Generated<boolean>
    is_system: Generated<boolean>
    version: Generated<number>
    created_at: Generated<Date>
    created_by: string | null
    updated_at: Generated<Date>
    updated_by: string | null
    deleted_at: Date | null
    solution: string | null
  }
  'kontor.idempotency_keys': {
    user_id: string
    key_hash: Buffer
    fingerprint: Buffer
    answer: Buffer
    created_at: Date
  }
  'kontor.import_errors': {
    import_id: string
    ordinal: ColumnType<number, never, never>
    row_number: number
    column_code: string | null
    message: string
  }
  'kontor.imports': {
    id: string
    app_id: string
    namespace: string
    code: string
    body_id: string
    format: string | null
    with_handlers: boolean
    state: string
    total: number | null
    processed: Generated<number>
    created: Generated<number>
    updated: Generated<number>
    failed: Generated<number>
    error: string | null
    attempts: Generated<number>
    created_at: Date
    created_by: string
    started_at: Date | null
    touched_at: Date
    finished_at: Date | null
    columns: Json | null
  }
  'kontor.item_counts': {
    id: ColumnType<number, never, never>
    app: string
    items: number
    live: number
  }
  'kontor.job_workers': {
    id: string
    lease_until: Date
  }
  'kontor.known_devices': {
    hash: Buffer
    user_id: string
    last_at: Date
  }
  'kontor.marketing_consents': {
    id: ColumnType<number, never, never>
    subscriber_id: string
    is_given: boolean
    given_at: Date
    method: string
    wording: string
    recorded_at: Date
    recorded_by: string
  }
  'kontor.marketing_preferences': {
    id: string
    name: string
    created_at: Date
    created_by: string
  }
  'kontor.marketing_segment_subscribers': {
    segment_id: string
    subscriber_id: string
  }
  'kontor.marketing_segments': {
    id: string
    name: string
    external_id: string | null
    preference_id: string | null
    subscribers_count: Generated<number>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
  }
  'kontor.marketing_subscribers': {
    id: string
    name: string
    email: string
    subscribed: boolean
    preferences: string[]
    namespace: string
    code: string
    item_id: string
    created_at: Date
    updated_at: Date
  }
  'kontor.message_comments': {
    id: string
    message_id: string
    body: string
    body_text: string
    author_id: string
    mentions: string[]
    files: string[]
    created_at: Date
    updated_at: Date
  }
  'kontor.messages': {
    id: string
    stream: string
    title: string
    body: string
    body_text: string
    author_id: string
    mentions: string[]
    files: string[]
    comments_count: Generated<number>
    created_at: Date
    updated_at: Date
  }
  'kontor.migrations': {
    number: number
    name: string
    applied_at: Generated<Date>
  }
  'kontor.nomenclature_directories': {
    id: string
    name: string
    parent_id: string | null
    path: string | null
    solution: string | null
    version: Generated<number>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
  }
  'kontor.nomenclature_folders': {
    id: string
    directory_id: string
    name: string
    docflow: string
    serial_id: string
    template_enabled: Generated<boolean>
    template: Generated<string>
    min_length: Generated<number>
    reserve_enabled: Generated<boolean>
    edit_after_registration: Generated<boolean>
    through_serial_id: string | null
    path: string | null
    solution: string | null
    version: Generated<number>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
  }
  'kontor.notification_letters': {
    id: string
    user_id: string
    made_at: Date
    ended_at: Date | null
    error: string | null
  }
  'kontor.notification_settings': {
    user_id: string
    muted: Generated<string[]>
    email: Generated<string>
  }
  'kontor.notifications': {
    id: string
    user_id: string
    kind: string
    stream: string
    message_id: string | null
    comment_id: string | null
    actor_id: string
    text: string
    created_at: Date
    read_at: Date | null
    letter_id: string | null
  }
  'kontor.org_units': {
    id: string
    kind: string
    code: string
    name: string
    parent_id: string | null
    is_head: Generated<boolean>
    sort: Generated<number>
    solution: string | null
    version: Generated<number>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
  }
  'kontor.position_users': {
    position_id: string
    user_id: string
    solution: string | null
    ordinal: ColumnType<number, never, never>
  }
  'kontor.process_callbacks': {
    id: string
    instance_id: string
    token: number
    node: string
    state: string
    created_at: Date
    answered_at: Date | null
    answered_by: string | null
  }
  'kontor.process_history': {
    instance_id: string
    seq: number
    at: Date
    actor_id: string
    event: string
    data: Json
    steps: Json
  }
  'kontor.process_incidents': {
    id: string
    instance_id: string
    token: number
    node: string
    kind: string
    message: string
    opened_at: Date
    closed_at: Date | null
    closed_by: string | null
  }
  'kontor.process_instances': {
    id: string
    template_id: string
    version: number
    state: string
    revision: number
    name: string
    control: Json
    context: Json
    item: Json | null
    target: Generated<string>
    parent_id: string | null
    parent_token: number | null
    depth: Generated<number>
    subscribers: Generated<string[]>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    ended_at: Date | null
    deleted_at: Date | null
  }
  'kontor.process_jobs': {
    id: ColumnType<number, never, never>
    instance_id: string | null
    token: number
    kind: string
    run_at: Date
    attempts: Generated<number>
    max_attempts: number
    lease_key: string | null
    last_error: Generated<string>
    payload: Json
  }
  'kontor.process_schedules': {
    template_id: string
    node: string
    version: number
    run_at: Date
    remaining: number | null
  }
  'kontor.process_subscriptions': {
    instance_id: string
    token: number
    kind: string
    name: string
    correlation: string | null
    item_id: string | null
    is_taken: Generated<boolean>
  }
  'kontor.process_tasks': {
    id: string
    instance_id: string
    token: number
    node: string
    kind: string
    state: string
    revision: Generated<number>
    name: string
    template_name: string
    template_namespace: string
    template_code: string
    instance_name: string
    path: string
    branch: string
    performers: string[]
    original_performers: string[]
    former_performers: Generated<string[]>
    participants: Generated<string[]>
    can_reassign: Generated<boolean>
    item: Json | null
    target: Generated<string>
    due_at: Date | null
    plan_start: Date | null
    plan_end: Date | null
    percent: Generated<number>
    priority: Generated<number>
    description: Generated<string>
    locals: ColumnType<unknown, string | undefined, string>
    exit: string | null
    comment: Generated<string>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    ended_at: Date | null
    deleted_at: Date | null
    timer_id: Generated<string>
  }
  'kontor.process_versions': {
    template_id: string
    number: number
    bpmn: string
    body: Json
    graph: Json
    checksum: string
    published_at: Date
    published_by: string
  }
  'kontor.registration_chains': {
    serial_id: string
    length: number
    hash: Buffer
  }
  'kontor.registration_log': {
    serial_id: string
    position: number
    at: Date
    actor_id: string
    action: string
    registration_id: string
    folder_id: string
    item_id: string | null
    period: number
    index: number
    number: string
    date: Date
    hash: Buffer
  }
  'kontor.registrations': {
    id: string
    namespace: string
    code: string
    item_id: string | null
    folder_id: string
    directory_id: string
    docflow: string
    serial_id: string
    period: number
    index: number
    number: string
    date: Date
    registrar_id: string
    status: string
    is_released: Generated<boolean>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
    deleted_at: Date | null
  }
  'kontor.released_numbers': {
    serial_id: string
    period: number
    value: number
  }
  'kontor.report_access': {
    is_only: Generated<boolean>
    role: string
    password: string
    secret: string
  }
  'kontor.serials': {
    id: string
    next_value: Generated<number>
    iteration_step: Generated<number>
    use_released: Generated<boolean>
    period: Generated<number>
    reset_in_period: Generated<boolean>
    reset_period: string | null
    reset_period_count: Generated<number>
    next_reset_at: Date | null
  }
  'kontor.sessions': {
    id: string
    user_id: string
    hash: Buffer
    created_at: Generated<Date>
    expires_at: Date
    address: Generated<string>
    agent: Generated<string>
  }
  'kontor.settings': {
    key: string
    value: Json
  }
  'kontor.sign_in_failures': {
    key: string
    failures: number
    last_at: Date
  }
  'kontor.solution_files': {
    solution: string
    path: string
    content: Buffer
  }
  'kontor.storage_entries': {
    scope: string
    key: string
    value: string
    version: number
    created_at: Date
    updated_at: Date
    updated_by: string
    expires_at: Date | null
  }
  'kontor.stream_reads': {
    user_id: string
    stream: string
    read_at: Date
  }
  'kontor.substitutions': {
    id: string
    absent_id: string
    substitute_id: string
    starts_at: Date
    ends_at: Date | null
    note: Generated<string>
    created_at: Date
    created_by: string
    ended_at: Date | null
    ended_by: string | null
  }
  'kontor.telephony_bindings': {
    module_id: string
    extension: string
    user_id: string
    ordinal: number
  }
  'kontor.tokens': {
    id: string
    user_id: string
    name: string
    hash: Buffer
    scopes: string[] | null
    created_at: Generated<Date>
    created_by: string | null
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
  }
  'kontor.units': {
    id: string | null
    kind: string | null
    namespace: string | null
    code: string | null
    name: string | null
    solution: string | null
  }
  'kontor.user_settings': {
    user_id: string
    key: string
    value: Json
    updated_at: Date
  }
  'kontor.users': {
    id: string
    login: string
    email: Generated<string>
    last_name: Generated<string>
    first_name: Generated<string>
    middle_name: Generated<string>
    name: ColumnType<string, never, never>
    status: Generated<number>
    password_hash: string | null
    timezone: Generated<string>
    version: Generated<number>
    created_at: Generated<Date>
    created_by: string | null
    updated_at: Generated<Date>
    updated_by: string | null
    deleted_at: Date | null
    index: ColumnType<number, never, never>
    full_name: ColumnType<string, never, never>
    mobile_phone: ColumnType<unknown, string | undefined, string>
    work_phone: ColumnType<unknown, string | undefined, string>
    accounts: ColumnType<unknown, string | undefined, string>
    birth_date: string | null
    hire_date: string | null
    avatar: Generated<string[]>
    displayed_position: Generated<string>
    external_id: string | null
    solution: string | null
    password_is_first: Generated<boolean>
  }
  'kontor.webhook_deliveries': {
    id: ColumnType<number, never, never>
    webhook_id: string
    position: number
    object_id: string
    type: string
    state: Generated<string>
    attempts: Generated<number>
    due_at: Date
    last_at: Date | null
    status: number | null
    error: string | null
  }
  'kontor.webhooks': {
    id: string
    name: string
    url: string
    secret: string
    old_secret: string | null
    old_secret_until: Date | null
    types: Generated<string[]>
    namespaces: Generated<string[]>
    apps: Generated<string[]>
    cursor: Json
    paused_at: Date | null
    paused_reason: string | null
    failures: Generated<number>
    failing_since: Date | null
    rest_until: Date | null
    lease_key: string | null
    lease_until: Date | null
    version: Generated<number>
    created_at: Date
    created_by: string
    updated_at: Date
    updated_by: string
  }
  'kontor.workspace_parameters': {
    workspace: string
    code: string
    value: Json
  }
}
