// Simulates CloudFormation stacks as AWS documents them: the calls that each state allows, the messages of refusals, and the state
// after each change. It covers only what a deployment of this service needs.
//
// - The states of a stack, and that a stack in ROLLBACK_COMPLETE can only be deleted: user guide, "View stack events", "Stack status codes".
// - What is allowed after CREATE_FAILED and UPDATE_FAILED, only with DisableRollback: user guide, "Stack failure options". The texts of the
//   refusals: github.com/ansible-collections/amazon.aws/issues/1655, github.com/code-dot-org/code-dot-org/pull/68524.
// - A change set of type CREATE on REVIEW_IN_PROGRESS: API reference, CreateChangeSet. OnStackFailure excludes DisableRollback: the same.
// - The states in which drift can be detected: user guide, "Detect drift on an entire CloudFormation stack".

type Resources = Record<string, { Type: string; Properties?: object }>;
type Template = { Resources: Resources; Outputs?: Record<string, { Value: string }> };
type Input = Record<string, string>;
type ChangeSet = { name: string; template: Template; isNew: boolean; onFailure?: string | undefined };
type StackEvent = { id: string; what: string; type: string; status: string; reason: string };

export type FakeStack = {
  id: string;
  name: string;
  status: string;
  template: Template;
  resources: Record<string, { type: string; status: string }>;
  changeSets: ChangeSet[];
  events: StackEvent[];
  onFailure?: string | undefined;
  /** The states that the stack still passes through. The last one is final. */
  ahead: string[];
  /** The logical ids of deleted resources, and `id/path` of changed properties. */
  drift: string[];
  /** The parameters of the last change set. */
  parameters: object[];
};

export class Refused extends Error {
  code: string;
  constructor(message: string, code = 'ValidationError') {
    super(message);
    this.code = code;
  }
}

const takesDrift = [
  'CREATE_COMPLETE',
  'UPDATE_COMPLETE',
  'UPDATE_ROLLBACK_COMPLETE',
  'UPDATE_ROLLBACK_FAILED',
];
const takesUpdate = [
  ...['CREATE_COMPLETE', 'UPDATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'CREATE_FAILED', 'UPDATE_FAILED'],
  ...['IMPORT_COMPLETE', 'IMPORT_ROLLBACK_COMPLETE'],
];

/** @param fails the logical ids of resources that cannot be created or changed, with the reason */
export function makeCloudFormation(fails: Map<string, string>) {
  const stacks = new Map<string, FakeStack>();
  const deleted: FakeStack[] = [];
  let count = 0;

  const find = (name = ''): FakeStack | undefined =>
    stacks.get(name) ?? [...stacks.values(), ...deleted].find(({ id }) => id === name);

  function get(name = ''): FakeStack {
    const stack = find(name);
    if (!stack) throw new Refused(`Stack with id ${name} does not exist`);
    return stack;
  }

  function add(name: string, status: string, template: Template = { Resources: {} }): FakeStack {
    count += 1;
    const stack: FakeStack = {
      ...{ id: `arn:aws:cloudformation:sa-east-1:1:stack/${name}/${count}`, name, status, template },
      resources: {},
      ...{ changeSets: [], events: [], ahead: [], drift: [], parameters: [] },
    };
    stacks.set(name, stack);
    note(stack, name, 'AWS::CloudFormation::Stack', status);
    return stack;
  }

  function note(stack: FakeStack, what: string, type: string, status: string, reason = ''): void {
    count += 1;
    stack.events.unshift({ id: `event-${count}`, what, type, status, reason });
  }

  /** Moves the stack to this state immediately. */
  function rest(stack: FakeStack, status: string): void {
    stack.status = status;
    note(stack, stack.name, 'AWS::CloudFormation::Stack', status);
    if (status !== 'DELETE_COMPLETE') return;
    stacks.delete(stack.name);
    deleted.push(stack);
  }

  /** Moves the stack to its next state at each look-up. */
  function goOn(stack: FakeStack): void {
    const next = stack.ahead.shift();
    if (next) rest(stack, next);
  }

  function carryOut(stack: FakeStack, { template, isNew, onFailure }: ChangeSet, keeps: boolean): void {
    const before = stack.template.Resources;
    let failed = false;
    for (const [id, { Type }] of Object.entries(template.Resources)) {
      const isMade = stack.resources[id]?.status.endsWith('_COMPLETE') ?? false;
      if (isMade && same(before[id], template.Resources[id])) continue;
      const reason = fails.get(id);
      const status = `${isMade ? 'UPDATE' : 'CREATE'}_${reason ? 'FAILED' : 'COMPLETE'}`;
      failed ||= reason !== undefined;
      stack.resources[id] = { type: Type, status };
      note(stack, id, Type, status, reason);
    }
    if (!failed || isNew || keeps) stack.template = template;
    if (!failed) {
      for (const id of Object.keys(stack.resources)) if (!template.Resources[id]) delete stack.resources[id];
      stack.ahead = [isNew ? 'CREATE_COMPLETE' : 'UPDATE_COMPLETE'];
    } else if (isNew && onFailure === 'DELETE') stack.ahead = ['DELETE_IN_PROGRESS', 'DELETE_COMPLETE'];
    else if (keeps || onFailure === 'DO_NOTHING') stack.ahead = [isNew ? 'CREATE_FAILED' : 'UPDATE_FAILED'];
    else if (isNew) stack.ahead = ['ROLLBACK_IN_PROGRESS', 'ROLLBACK_COMPLETE'];
    else stack.ahead = ['UPDATE_ROLLBACK_IN_PROGRESS', 'UPDATE_ROLLBACK_COMPLETE'];
    rest(stack, isNew ? 'CREATE_IN_PROGRESS' : 'UPDATE_IN_PROGRESS');
  }

  const calls: Record<string, (input: Input) => object> = {
    DescribeStacks({ StackName }) {
      const stack = get(StackName);
      goOn(stack);
      const { id: StackId, name, status: StackStatus, template } = stack;
      const Outputs = Object.entries(template.Outputs ?? {}).map(([OutputKey, { Value }]) => ({
        ...{ OutputKey, OutputValue: Value },
      }));
      const { parameters: Parameters } = stack;
      return { Stacks: [{ StackId, StackName: name, StackStatus, Outputs, Parameters }] };
    },
    CreateChangeSet({ StackName = '', ChangeSetName = '', ChangeSetType, ...input }) {
      const isNew = ChangeSetType === 'CREATE';
      const known = find(StackName);
      if (isNew && known && known.status !== 'REVIEW_IN_PROGRESS')
        throw new Refused(
          `Stack [${StackName}] already exists and cannot be created again with the changeSet [${ChangeSetName}].`,
        );
      if (!isNew && input.OnStackFailure) throw new Refused('OnStackFailure is of the type CREATE');
      if (!isNew && !takesUpdate.includes(get(StackName).status))
        throw new Refused(`Stack:${known?.id} is in ${known?.status} state and can not be updated.`);
      const stack = known ?? add(StackName, 'REVIEW_IN_PROGRESS');
      const template = JSON.parse(input.TemplateBody ?? input.template ?? '') as Template;
      stack.parameters = parametersOf(input);
      stack.changeSets.push({ name: ChangeSetName, template, isNew, onFailure: input.OnStackFailure });
      return { Id: `arn:aws:cloudformation:sa-east-1:1:changeSet/${ChangeSetName}/1`, StackId: stack.id };
    },
    DescribeChangeSet({ StackName, ChangeSetName }) {
      const stack = get(StackName);
      const { template, isNew } = changeSetOf(stack, ChangeSetName);
      const Changes = changesOf(stack, template, isNew);
      if (Changes.length > 0) return { Status: 'CREATE_COMPLETE', Changes };
      const StatusReason = "The submitted information didn't contain changes.";
      return { Status: 'FAILED', StatusReason };
    },
    DeleteChangeSet({ StackName, ChangeSetName }) {
      const stack = get(StackName);
      stack.changeSets = stack.changeSets.filter(({ name }) => name !== ChangeSetName);
      return {};
    },
    ExecuteChangeSet({ StackName, ChangeSetName, DisableRollback }) {
      const stack = get(StackName);
      const set = changeSetOf(stack, ChangeSetName);
      if (set.onFailure && DisableRollback !== undefined)
        throw new Refused('DisableRollback must not be specified with OnStackFailure');
      const isHalfMade = ['CREATE_FAILED', 'UPDATE_FAILED'].includes(stack.status);
      if (isHalfMade && stack.onFailure === 'DO_NOTHING')
        throw new Refused(
          `This stack cannot be updated from [${stack.status}] state because it contains [on-failure: DO_NOTHING]. Please use disable-rollback option instead during stack creation.`,
        );
      if (isHalfMade && DisableRollback !== 'true')
        throw new Refused(
          `This stack is currently in a non-terminal [${stack.status}] state. To update the stack from this state, please use the disable-rollback parameter with update-stack API. To rollback to the last known good state, use the rollback-stack API`,
        );
      stack.onFailure = set.isNew ? set.onFailure : stack.onFailure;
      carryOut(stack, set, DisableRollback === 'true');
      return {};
    },
    DescribeStackEvents({ StackName }) {
      const stack = get(StackName);
      goOn(stack);
      return {
        StackEvents: stack.events.map(({ id, what, type, status, reason }) => ({
          ...{ EventId: id, StackId: stack.id, StackName: stack.name, LogicalResourceId: what },
          PhysicalResourceId: type === 'AWS::CloudFormation::Stack' ? stack.id : what,
          ...{ ResourceType: type, ResourceStatus: status, ResourceStatusReason: reason },
          Timestamp: '2026-01-01T00:00:00Z',
        })),
      };
    },
    GetTemplate: ({ StackName }) => ({ TemplateBody: JSON.stringify(get(StackName).template) }),
    ListStackResources: ({ StackName }) => ({
      StackResourceSummaries: Object.entries(get(StackName).resources).map(([id, { type, status }]) => ({
        ...{ LogicalResourceId: id, PhysicalResourceId: id, ResourceType: type, ResourceStatus: status },
      })),
    }),
    DeleteStack({ StackName }) {
      const stack = find(StackName);
      if (!stack || stack.status === 'DELETE_COMPLETE') return {};
      if (/^UPDATE_.*IN_PROGRESS$/.test(stack.status))
        throw new Refused(`Stack [${stack.name}] cannot be deleted while in status ${stack.status}`);
      if (stack.status === 'REVIEW_IN_PROGRESS') rest(stack, 'DELETE_COMPLETE');
      else {
        rest(stack, 'DELETE_IN_PROGRESS');
        stack.ahead = ['DELETE_COMPLETE'];
      }
      return {};
    },
    DetectStackDrift({ StackName }) {
      const { status, name, id } = get(StackName);
      if (!takesDrift.includes(status))
        throw new Refused(
          `Drift detection cannot be performed on stack [${id}] while it is in ${status} state`,
        );
      return { StackDriftDetectionId: name };
    },
    DescribeStackDriftDetectionStatus: ({ StackDriftDetectionId: name = '' }) => ({
      ...{ StackId: get(name).id, StackDriftDetectionId: name, DetectionStatus: 'DETECTION_COMPLETE' },
    }),
    DescribeStackResourceDrifts: ({ StackName }) => ({
      StackResourceDrifts: get(StackName).drift.map((path) => {
        const [id, ...property] = path.split('/');
        const PropertyPath = `/${property.join('/')}`;
        const difference = {
          PropertyPath,
          ExpectedValue: 'a',
          ActualValue: 'b',
          DifferenceType: 'NOT_EQUAL',
        };
        return {
          ...{ LogicalResourceId: id, StackId: get(StackName).id },
          StackResourceDriftStatus: property.length > 0 ? 'MODIFIED' : 'DELETED',
          PropertyDifferences: property.length > 0 ? [difference] : [],
        };
      }),
    }),
  };
  return { stacks, add, calls };
}

function parametersOf(input: Input): object[] {
  const part = (at: number, key: string) => input[`Parameters.member.${at}.${key}`];
  const all: object[] = [];
  for (let at = 1; part(at, 'ParameterKey'); at++)
    all.push({ ParameterKey: part(at, 'ParameterKey'), ParameterValue: part(at, 'ParameterValue') });
  return all;
}

function changeSetOf({ changeSets }: FakeStack, wanted = ''): ChangeSet {
  const set = changeSets.find(({ name }) => name === wanted);
  if (!set) throw new Refused(`ChangeSet [${wanted}] does not exist`, 'ChangeSetNotFound');
  return set;
}

function changesOf({ resources, template }: FakeStack, next: Template, isNew: boolean): object[] {
  const change = (Action: string, LogicalResourceId: string, more = {}) => {
    const ResourceType = (next.Resources[LogicalResourceId] ?? template.Resources[LogicalResourceId])?.Type;
    return { Type: 'Resource', ResourceChange: { Action, LogicalResourceId, ResourceType, ...more } };
  };
  const added = Object.keys(next.Resources).flatMap((id) => {
    if (isNew || !resources[id]) return [change('Add', id)];
    const isWhole = resources[id].status.endsWith('_COMPLETE');
    if (isWhole && same(template.Resources[id], next.Resources[id])) return [];
    // A resource that was never created is created now.
    return [change('Modify', id, { Replacement: isWhole ? 'False' : 'True' })];
  });
  const removed = Object.keys(resources).filter((id) => !next.Resources[id]);
  return [...added, ...removed.map((id) => change('Remove', id))];
}

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
