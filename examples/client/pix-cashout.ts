// @ts-nocheck
/**
 * PIX cashout
 * 3.0.0
 * DO NOT MODIFY - This file has been generated using oazapfts.
 * See https://www.npmjs.com/package/oazapfts
 */
import * as Oazapfts from "@oazapfts/runtime";
import * as QS from "@oazapfts/runtime/query";
export const defaults: Oazapfts.Defaults<Oazapfts.CustomHeaders> = {
    headers: {},
    baseUrl: "http://localhost:3000"
};
const oazapfts = Oazapfts.runtime(defaults);
export const servers = {
    server1: "http://localhost:3000"
};
export type Amount = string | number;
export type CreateCashout = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: Amount;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag?: string | null;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string | null;
    /** PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key. */
    key: string;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id?: string | null;
};
export type Cashout = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the transaction. Later calls take it. */
    id: number;
    /** The same as id. */
    transaction_id: number;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction: string | null;
    /** Status of the transaction. ERROR, CANCELLED and REFUNDED are final. SUCCESS is final too, unless it becomes REFUNDED. */
    status: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    /** In reais. */
    amount: number;
    /** In reais; 0 for PIX. */
    fee: number;
    /** PIX key of the recipient; null if the request had bank details or a code. */
    key: string | null;
    /** The tag of the request. Without a tag: an empty string on create, null elsewhere. */
    tag: string | null;
    /** Number of the paying account. The name is misspelt in the contract. */
    from_accout: string;
    /** ISPB of the recipient’s institution. */
    recipient_instution: string | null;
    /** Name of the recipient’s institution, once the transfer has succeeded. */
    recipient_instution_name: string | null;
    /** Account of the recipient. */
    recipient_account_id: string | null;
    /** Branch of the recipient. */
    recipient_branch_id: string | null;
    /** CPF or CNPJ of the recipient; masked if it comes from the PIX directory. */
    recipient_legal_id: string | null;
    /** Name of the recipient: from the request, or from the PIX directory once the transfer has succeeded. */
    recipient_name: string | null;
    /** Type of the recipient’s account. The spelling differs between calls. */
    recipient_account_type: string | null;
    /** Id of the operation, once the transfer has succeeded. */
    operationUuid: string | null;
    /** The idempotency-key header of the create call, as it was given. */
    idempotency_key: string | null;
    /** Why the cashout failed, was cancelled or was refunded. The name is misspelt in the contract. */
    erro_descriptor: string | null;
    /** Reason code of the failure, cancellation or refund. */
    new_erro_descriptor: string | null;
    /** The message of the request. Only of cashouts that have one. */
    message_to_payee?: string;
    /** Digest of account, amount, payee and scheduled_for, to be given in an approval. Under rules of the account only, and in lists. */
    content_digest?: string;
    /** How many users must approve it. Under rules of the account only. */
    approvals_needed?: number;
    /** Id of an earlier cashout with the same payee and amount, if the account’s rules look for it. */
    possible_duplicate_of?: number;
    /** Transaction id (txid) of the QR code: the payee’s reference. */
    txid?: string;
    /** Who has approved it, and when. Under rules of the account only. */
    approvals?: {
        /** The user of the client that approved. */
        user: string;
        /** How this user was called then; null: it had no name. */
        name: string | null;
        /** When (UTC). */
        at: string;
    }[];
    /** The scheduled_for of the request. Only of scheduled cashouts. */
    scheduled_for?: string;
    /** Where a scheduled cashout stands. SCHEDULED: approved, and it waits for its start. POSTPONED: it could not start, and is tried again on the same day. Only of scheduled cashouts. */
    schedule_state?: "AWAITING_APPROVAL" | "SCHEDULED" | "POSTPONED" | "STARTED" | "CANCELLED";
    /** When it starts, or is tried again (UTC). Only of scheduled cashouts. */
    starts_at?: string;
};
export type Fault = {
    /** The field, by its name in the request. */
    field: string;
    /** What is wrong with it. The value is not repeated. */
    message: string;
    /** Number of the line in the batch, from 1. */
    record?: number;
    /** Row of the text, from 1. Of a CSV only. */
    row?: number;
    /** line_id of the line; null if it has none. */
    line_id?: string | null;
};
export type Refusal = {
    worked: boolean;
    detail: string;
    message: string;
    data: unknown;
    errors?: Fault[];
    error?: string;
    error_description?: string;
};
export type CreateCashoutManual = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: Amount;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag?: string | null;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string | null;
    /** Branch of the recipient, without its check digit. */
    recipient_account_branch: string;
    /** Check digit of the branch, if it has one. */
    recipient_account_branch_digit?: string | null;
    /** Account number of the recipient, without its check digit. */
    recipient_account_number: string;
    /** Check digit of the account number. */
    recipient_account_number_digit: string;
    /** Kind of account. */
    recipient_account_type: "CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT";
    /** Always Movement. */
    recipient_account_model: "Movement";
    /** Name of the recipient. */
    recipient_name: string;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id: string;
    /** ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract. */
    recipient_instution: string;
};
export type CopyAndPasteTransfer = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, as in the other creates. May be left out if the code has an amount, and must be that of the code then. */
    amount?: Amount | null;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag?: string | null;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string | null;
    /** The whole text of the QR code (BR Code), static or dynamic. */
    copy_and_paste: string;
};
export type ManualTransfer = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: Amount;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag?: string | null;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string | null;
    /** Branch of the recipient, without its check digit. */
    recipient_account_branch: string;
    /** Check digit of the branch, if it has one. */
    recipient_account_branch_digit?: string | null;
    /** Account number of the recipient, without its check digit. */
    recipient_account_number: string;
    /** Check digit of the account number. */
    recipient_account_number_digit: string;
    /** Kind of account. */
    recipient_account_type: "CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT";
    /** Always Movement. */
    recipient_account_model: "Movement";
    /** Name of the recipient. */
    recipient_name: string;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id: string;
    /** ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract. */
    recipient_instution: string;
    /** One-time code of the user’s authenticator, six digits. A missing, wrong or used code is a 401. */
    mfa_code?: string;
};
export type ApproveCashout = {
    /** Id of the transaction to approve. */
    id: number;
    /** The digest of the cashout that you saw. Another cashout is refused with 409. */
    content_digest?: string | null;
};
export type RejectCashout = {
    /** The id of the path, so that the signature is of this cashout. */
    id: number;
    /** Why you reject it. Not blank. The answer, the event and every look-up have it. */
    reason: string;
};
export type ApproveMany = {
    /** 1 to 100 cashouts, each once, with the content_digest of the one that you saw. */
    cashouts: {
        /** Id of the transaction. */
        id: number;
        /** The digest of the cashout that you saw. */
        content_digest: string;
    }[];
};
export type Decision = {
    /** Id of the cashout, as asked. */
    id: number;
    /** Whether it was approved or rejected by this call. */
    worked: boolean;
    /** Status of the cashout now. NEW: it needs more approvals, or waits for its start. */
    status?: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    /** As in the cashout. Only of scheduled cashouts. */
    schedule_state?: "AWAITING_APPROVAL" | "SCHEDULED" | "POSTPONED" | "STARTED" | "CANCELLED";
    /** How many users must approve it. Under rules of the account only. */
    approvals_needed?: number;
    /** How many users have approved it. Under rules of the account only. */
    approvals_given?: number;
    /** Why it was refused: the words of the call for one cashout. */
    message?: string;
    /** The same, or more: for Unauthorized what the policy lacks. */
    detail?: string;
    /** Only where the outcome is unknown, or it was not tried: send it again. */
    send_again?: boolean;
};
export type ApprovedMany = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** How many were approved by this call, or have one approval more. */
    approved: number;
    /** How many were refused. */
    refused: number;
    /** How many have send_again. */
    to_send_again: number;
    /** One for each cashout, in the order asked. */
    results: Decision[];
};
export type RejectMany = {
    /** 1 to 100 cashouts, each once, with the content_digest of the one that you saw. */
    cashouts: {
        /** Id of the transaction. */
        id: number;
        /** The digest of the cashout that you saw. */
        content_digest: string;
    }[];
    /** Why you reject them. Not blank. Answers, events and every look-up have it. */
    reason: string;
};
export type RejectedMany = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** How many were rejected by this call. */
    rejected: number;
    /** How many were refused. */
    refused: number;
    /** How many have send_again. */
    to_send_again: number;
    /** One for each cashout, in the order asked. */
    results: Decision[];
};
export type PreflightCashout = {
    /** Send true, so that no create call accepts the signed body: they refuse this field. */
    preflight?: boolean | null;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, as in the other creates. May be left out if the code has an amount, and must be that of the code then. */
    amount?: Amount | null;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag?: string | null;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string | null;
    /** PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key. */
    key?: string | null;
    /** The whole text of the QR code (BR Code), static or dynamic. */
    copy_and_paste?: string | null;
    /** CPF or CNPJ of the recipient: part of the bank details, or the owner that the key must have. */
    recipient_legal_id?: string | null;
    /** Branch of the recipient, without its check digit. */
    recipient_account_branch?: string | null;
    /** Check digit of the branch, if it has one. */
    recipient_account_branch_digit?: string | null;
    /** Account number of the recipient, without its check digit. */
    recipient_account_number?: string | null;
    /** Check digit of the account number. */
    recipient_account_number_digit?: string | null;
    /** Kind of account. */
    recipient_account_type?: ("CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT" | null) | ("CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT" | null);
    /** Always Movement. */
    recipient_account_model?: "Movement" | null;
    /** Name of the recipient. */
    recipient_name?: string | null;
    /** ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract. */
    recipient_instution?: string | null;
};
export type Payee = {
    /** ISPB of the institution. */
    recipient_instution: string | null;
    /** Name of the institution. */
    recipient_instution_name: string | null;
    /** Account of the payee. */
    recipient_account_id: string | null;
    /** Branch of the payee. */
    recipient_branch_id: string | null;
    /** CPF or CNPJ: a CPF is masked, unless the request gave it in its bank details. */
    recipient_legal_id: string | null;
    /** Name of the payee. */
    recipient_name: string | null;
    /** Type of the account. */
    recipient_account_type: string | null;
};
export type LimitNow = {
    /** In reais: the limit. */
    amount: number;
    /** In reais: what is left of it. */
    left: number;
};
export type LimitsNow = {
    /** For one transfer. */
    per_transfer: LimitNow | null;
    /** For the transfers of a day in São Paulo. */
    per_day: LimitNow | null;
    /** For the transfers of a night, from 20:00 to 06:00 in São Paulo; null by day. */
    per_night: LimitNow | null;
    /** For the transfers to this payee; null once it is known for a day. */
    new_payee: LimitNow | null;
};
export type Preflight = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** When it would start (UTC), if the request has scheduled_for. All else is as it is now: limits, funds and the payee are judged anew on the day. */
    starts_at?: string;
    /** In reais. null: only the issuer of the code knows it, and gave no answer. */
    amount: number | null;
    /** Who would be paid, as the cashout shows it after success. null: not found, or the directory gave no answer. A field is null if the network does not tell it. */
    payee: Payee | null;
    /** Whether the institution of the payee takes part in Pix, by the Central Bank’s list of participants. null: it is not on our list, which may be too old to know; or there is no payee. It is told only, and stops nothing. */
    payee_takes_part: boolean | null;
    /** The day of that list. */
    participants_listed_on: string;
    /** Whether nothing is known that would stop it now: there are no reasons. */
    allowed: boolean;
    /** Each reason that would stop it now: as erro_descriptor would have it, or as a create would be refused. */
    reasons: string[];
    /** How many users would have to approve it. null: the amount is not certain. */
    approvals_needed: number | null;
    /** Whether the user who creates it may be one of them. null: the amount is not certain. */
    own_approval_counts: boolean | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string;
    /** Id of an earlier cashout with the same payee and amount, if the account’s rules look for it. */
    possible_duplicate_of: number | null;
    /** In reais: what cashouts and refunds may take. */
    available: number;
    /** What each limit lets through now. null: no limit counts this cashout. */
    limits: LimitsNow;
};
export type WaitingPreflight = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** When it would start (UTC), if the request has scheduled_for. All else is as it is now: limits, funds and the payee are judged anew on the day. */
    starts_at?: string;
    /** In reais. null: only the issuer of the code knows it, and gave no answer. */
    amount: number | null;
    /** Who would be paid, as the cashout shows it after success. null: not found, or the directory gave no answer. A field is null if the network does not tell it. */
    payee: Payee | null;
    /** Whether the institution of the payee takes part in Pix, by the Central Bank’s list of participants. null: it is not on our list, which may be too old to know; or there is no payee. It is told only, and stops nothing. */
    payee_takes_part: boolean | null;
    /** The day of that list. */
    participants_listed_on: string;
    /** Whether nothing is known that would stop it now: there are no reasons. */
    allowed: boolean;
    /** Each reason that would stop it now: as erro_descriptor would have it, or as a create would be refused. */
    reasons: string[];
    /** How many users would have to approve it. null: the amount is not certain. */
    approvals_needed: number | null;
    /** Whether the user who creates it may be one of them. null: the amount is not certain. */
    own_approval_counts: boolean | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string;
    /** Id of an earlier cashout with the same payee and amount, if the account’s rules look for it. */
    possible_duplicate_of: number | null;
    /** In reais: what cashouts and refunds may take. */
    available: number;
    /** What each limit lets through now. null: no limit counts this cashout. */
    limits: LimitsNow;
    /** Id of the transaction. */
    id: number;
    /** NEW: it waits for approval. */
    status: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    /** Digest of account, amount, payee and scheduled_for as they are shown here, to be given in an approval. */
    content_digest: string;
    /** Whether the owner of the key or the account is known. false: nobody can say before it is paid; name and document are what the request says, or null. null: there is no payee. */
    owner_known: boolean | null;
    /** Who has approved it so far, and when. */
    approvals: {
        /** The user of the client that approved. */
        user: string;
        /** How this user was called then; null: it had no name. */
        name: string | null;
        /** When (UTC). */
        at: string;
    }[];
};
export type TimelineEntry = {
    /** When it happened (UTC); a question to the network: when it was asked. */
    at: string;
    /** What happened. asked: a question to the PIX network. */
    what: "created" | "payee_shown" | "approved" | "postponed" | "started" | "rejected" | "expired" | "asked" | "reserved" | "succeeded" | "failed" | "cancelled" | "partially_returned" | "refunded";
    /** Id of the user who did it; null: none did. */
    by: string | null;
    /** How that user is called; null: it has no name. */
    by_name: string | null;
    /** What happened, for people. */
    text: string;
    /** Reason code of the network; null: it gave none. */
    code: string | null;
};
export type EventName = "cashout.created" | "cashout.scheduled" | "cashout.postponed" | "cashout.approved" | "cashout.internal_approved" | "cashout.succeeded" | "cashout.failed" | "cashout.cancelled" | "cashout.refunded" | "cashout.partially_refunded" | "cashin.received" | "cashin.partially_returned" | "cashin.returned" | "payment.sent" | "fee.charged" | "fee.returned" | "account.overdrawn" | "account.low_balance" | "chargeback.accepted" | "chargeback.succeeded" | "chargeback.rejected" | "med.opened" | "med.changed" | "med.closed" | "batch.awaiting_approval" | "batch.paused" | "batch.finished" | "webhook.paused" | "webhook.backlog_full" | "webhook.test";
export type TimelineDelivery = {
    /** Id of the webhook. */
    webhook_id: number;
    /** Id of the delivery: the sequence number of its event. */
    id: number;
    /** Id of the event: the header webhook-id of its delivery. */
    event_id: string;
    /** Name of the event. */
    event_type: EventName;
    /** EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or has too many pending deliveries. CANCELLED: the webhook was deleted. */
    status: "PENDING" | "DELIVERED" | "EXHAUSTED" | "CANCELLED" | "HELD";
    /** Number of attempts. */
    attempts: number;
    /** HTTP status of the last attempt. */
    last_status: number | null;
    /** Time of the last attempt. */
    last_attempt_at: string | null;
    /** Time of the next attempt. */
    next_attempt_at: string | null;
    /** When it was created. */
    created_at: string;
};
export type Timeline = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the transaction. */
    id: number;
    /** Its status now. */
    status: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    /** What has happened, oldest first. */
    entries: TimelineEntry[];
    /** The deliveries of its events, of the newest webhook first. */
    deliveries: TimelineDelivery[];
    /** true: the account has more than twenty webhooks, and only the newest are shown. */
    deliveries_truncated: boolean;
};
export type ReceiptReturn = {
    /** When it came back (UTC). */
    at: string;
    /** In reais. */
    amount: number;
};
export type ReceiptPayer = {
    /** Name of the account’s holder. */
    name: string | null;
    /** CNPJ, or masked CPF. */
    legal_id: string | null;
    /** ISPB of the institution. */
    ispb: string | null;
    /** Name of the institution. */
    institution: string | null;
};
export type ReceiptPayee = {
    /** Name of the payee; null: the network does not tell it. */
    name: string | null;
    /** CNPJ, or masked CPF; null: the network does not tell it. */
    legal_id: string | null;
    /** ISPB of the institution. */
    ispb: string | null;
    /** Name of the institution. */
    institution: string | null;
    /** Who has given name and document: an institution, or the payer with the bank details, and then no institution has compared the name. */
    named_by: "institution" | "payer";
};
export type Receipt = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Always true: it was read from our records for this answer. */
    genuine: boolean;
    /** The end of its address, which cannot be guessed. */
    code: string;
    /** Where everybody who has this address sees the receipt, without a token. */
    address: string;
    /** Whether the sandbox has paid: no money has moved. */
    test: boolean;
    /** REFUNDED: the whole amount has come back. */
    status: "SUCCESS" | "REFUNDED";
    /** How it was paid. */
    method: "PIX";
    /** The currency of the amounts. */
    currency: "BRL";
    /** In reais. */
    amount: number;
    /** How much of it has come back so far, in reais. */
    returned: number;
    /** What has come back, oldest first: the first ten, and the last ten. */
    returns: ReceiptReturn[];
    /** PIX’s own id of the payment. */
    end_to_end_id: string | null;
    /** Human-readable code of the transaction. */
    code_transaction: string | null;
    /** The payee’s reference, from the QR code that was paid; null: there was none. */
    txid: string | null;
    /** When it was approved (UTC). */
    approved_at: string | null;
    /** When it was settled (UTC). */
    paid_at: string | null;
    /** When the last of it came back (UTC); null: it has not come back in full. */
    refunded_at: string | null;
    /** The payer’s message to the payee. Only where there is one. */
    message?: string | null;
    /** Who paid. */
    payer: ReceiptPayer;
    /** Who was paid. */
    payee: ReceiptPayee;
    /** The signature of this receipt: a JWS in compact form with the type receipt+jwt and the audience pix-receipt. Its claim receipt has the fields from address to payee. */
    jws: string;
};
export type Instant = string;
export type ListedCashout = {
    /** Id of the transaction. Later calls take it. */
    id: number;
    /** The same as id. */
    transaction_id: number;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction: string | null;
    /** Status of the transaction. ERROR, CANCELLED and REFUNDED are final. SUCCESS is final too, unless it becomes REFUNDED. */
    status: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    /** In reais. */
    amount: number;
    /** In reais; 0 for PIX. */
    fee: number;
    /** PIX key of the recipient; null if the request had bank details or a code. */
    key: string | null;
    /** The tag of the request. Without a tag: an empty string on create, null elsewhere. */
    tag: string | null;
    /** Number of the paying account. The name is misspelt in the contract. */
    from_accout: string;
    /** ISPB of the recipient’s institution. */
    recipient_instution: string | null;
    /** Name of the recipient’s institution, once the transfer has succeeded. */
    recipient_instution_name: string | null;
    /** Account of the recipient. */
    recipient_account_id: string | null;
    /** Branch of the recipient. */
    recipient_branch_id: string | null;
    /** CPF or CNPJ of the recipient; masked if it comes from the PIX directory. */
    recipient_legal_id: string | null;
    /** Name of the recipient: from the request, or from the PIX directory once the transfer has succeeded. */
    recipient_name: string | null;
    /** Type of the recipient’s account. The spelling differs between calls. */
    recipient_account_type: string | null;
    /** Id of the operation, once the transfer has succeeded. */
    operationUuid: string | null;
    /** The idempotency-key header of the create call, as it was given. */
    idempotency_key: string | null;
    /** Why the cashout failed, was cancelled or was refunded. The name is misspelt in the contract. */
    erro_descriptor: string | null;
    /** Reason code of the failure, cancellation or refund. */
    new_erro_descriptor: string | null;
    /** The message of the request. Only of cashouts that have one. */
    message_to_payee?: string;
    /** Digest of account, amount, payee and scheduled_for, to be given in an approval. Under rules of the account only, and in lists. */
    content_digest: string;
    /** How many users must approve it. Under rules of the account only. */
    approvals_needed?: number;
    /** Id of an earlier cashout with the same payee and amount, if the account’s rules look for it. */
    possible_duplicate_of?: number;
    /** Transaction id (txid) of the QR code: the payee’s reference. */
    txid?: string;
    /** Who has approved it, and when. Under rules of the account only. */
    approvals?: {
        /** The user of the client that approved. */
        user: string;
        /** How this user was called then; null: it had no name. */
        name: string | null;
        /** When (UTC). */
        at: string;
    }[];
    /** The scheduled_for of the request. Only of scheduled cashouts. */
    scheduled_for?: string;
    /** Where a scheduled cashout stands. SCHEDULED: approved, and it waits for its start. POSTPONED: it could not start, and is tried again on the same day. Only of scheduled cashouts. */
    schedule_state?: "AWAITING_APPROVAL" | "SCHEDULED" | "POSTPONED" | "STARTED" | "CANCELLED";
    /** When it starts, or is tried again (UTC). Only of scheduled cashouts. */
    starts_at?: string;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** When it was created. */
    created_at: string;
    /** Id of the user who created the cashout. */
    created_by: string;
    /** How that user is called; null: it has no name. */
    created_by_name: string | null;
    /** When it was approved. */
    approved_at: string | null;
    /** Id of the user who approved the cashout. */
    approved_by: string | null;
    /** How that user is called; null: it has no name. */
    approved_by_name: string | null;
    /** The payee that was shown to whoever may approve the cashout; null: none was yet. With awaiting=approval only. */
    payee?: Payee | null;
    /** What would stop it now, whoever is paid, as erro_descriptor would have it. With awaiting=approval only. */
    reasons?: string[];
};
export type CashoutPage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** URL of the previous page; null on the first page. */
    previous: string | null;
    /** The rows of this page. */
    results: ListedCashout[];
    /** How many you may approve, on all pages. With order only. */
    count?: number;
    /** In reais: the sum of their amounts. With order only. */
    sum?: number;
    /** false: more than 500 wait. Order, count and sum are of the oldest 500. With order only. */
    complete?: boolean;
};
export type Account = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** A CLOSED account sends nothing. */
    status: "ACTIVE" | "CLOSED";
    /** Name of the company that holds the account. */
    holder_name: string;
    /** What you may do on the account. */
    permissions: ("CREATE" | "APPROVE" | "REFUND" | "WEBHOOK")[];
};
export type AccountPage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** The rows of this page. */
    results: Account[];
};
export type Balance = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** A CLOSED account sends nothing. */
    status: "ACTIVE" | "CLOSED";
    /** Name of the company that holds the account. */
    holder_name: string;
    /** In reais: what cashouts and refunds may take. */
    available: number;
    /** In reais: reserved for cashouts that are PROCESSING. */
    held_for_cashouts: number;
    /** In reais: reserved for refunds of QR codes that the network has not accepted yet. */
    held_for_refunds: number;
    /** In reais: blocked because a received payment was reported (MED). */
    held_for_reports: number;
    /** In reais: the balance after the entry with the code sequence. */
    posted: number;
    /** Number of the last statement entry; 0 before the first. */
    sequence: number;
};
export type Limit = {
    /** In reais; null: no limit. */
    amount: number | null;
    /** A raise, and the time from which it counts; null: none waits. */
    next: {
        /** In reais; null: no limit. */
        amount: number | null;
        /** When it begins to count (UTC). */
        "from": string;
    } | null;
};
export type Rules = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Hours after which a NEW cashout ends CANCELLED, if nobody has approved it; null: never. */
    expire_new_after_hours: number | null;
    /** In reais: up to this amount the creator of a cashout may approve it; 0: never; null: always. */
    own_approval_up_to: number | null;
    /** From which amounts on how many users must approve a cashout. Below them it is one. */
    approvals: {
        /** In reais: the least amount. */
        "from": number;
        /** How many users must approve. */
        needed: number;
    }[];
    /** In reais. amount: the limit of now; null: none. next: a raise that does not count yet. */
    limits: {
        /** For one transfer. */
        per_transfer: Limit;
        /** For the transfers of a day in São Paulo. */
        per_day: Limit;
        /** For the transfers of a night, from 20:00 to 06:00 in São Paulo. */
        per_night: Limit;
        /** For the transfers to a payee, in the first day after the first one. */
        new_payee: Limit;
    };
    /** listed: only payees of the account’s list are paid. */
    payees: "listed" | "any";
    /** In reais: an event tells when less than this is available after a payout; null: never. */
    low_balance: number | null;
    /** blocked: what a MED report names is blocked at once, up to the balance. */
    reported_money: "blocked" | "free";
    /** What happens to a cashout that may be a duplicate; null: nothing. */
    duplicates: {
        /** How many hours an earlier cashout with the same payee and amount makes it a possible duplicate. */
        within_hours: number;
        /** tell: the answer has possible_duplicate_of. hold: it also stays NEW. refuse: it is refused. */
        action: "tell" | "hold" | "refuse";
    } | null;
};
export type EntryType = "PIX_CASHIN" | "PIX_CASHOUT" | "PIX_CASHIN_TAX" | "PIX_CASHOUT_TAX" | "PIX_CASHOUT_TAX_MED" | "PIX_CHARGEBACK" | "PIX_CHARGEBACK_REFUND" | "PIX_CASHOUT_REFUND" | "PIX_CREDIT_IN_ACCOUNT";
export type Counterparty = {
    /** null: the network does not tell it. */
    name: string | null;
    /** CNPJ, or masked CPF; null: the network does not tell it. */
    legal_id: string | null;
    /** ISPB of the institution. */
    ispb: string | null;
    /** Name of the institution. */
    institution: string | null;
};
export type StatementItem = {
    /** CREDIT: money entered the account. DEBIT: money left it. */
    credit_or_debit: "CREDIT" | "DEBIT";
    /** Kind of entry. */
    transaction_type: EntryType;
    /** In reais. */
    amount: number;
    /** Time of the entry in São Paulo, without a zone. */
    date_time: string;
    /** Time of the entry in UTC. */
    date_time_utc: string;
    /** End-to-end id of the payment or of its return. */
    identification: string | null;
    /** Code of the settled transfer. */
    code_transaction: string | null;
    /** Number of the entry in its account: 1, 2, 3 …, without gaps. */
    code: number;
    /** Id of the QR code that was paid. */
    qr_code_id: number | null;
    /** Id of the transaction. */
    transaction_id: number | null;
    /** Tag of the transaction. */
    tag_id: string | null;
    /** Balance after this entry, in reais. */
    balance: number;
    /** Who was paid, or who paid: as a receipt shows a party. null for fees, for credits without a payment, and where the network does not tell it. */
    counterparty: Counterparty | null;
};
export type StatementPage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** URL of the previous page; null on the first page. */
    previous: string | null;
    /** The rows of this page. */
    results: StatementItem[];
};
export type CreateExportRequest = {
    /** Month of the calendar in São Paulo. It must have begun. */
    month: string;
    /** csv, ofx (OFX 1.02) or camt.053 (001.08). */
    format: "csv" | "ofx" | "camt.053";
    /** How CSV is written: en (commas, points, ISO times) or pt-BR (semicolons, decimal commas, days first). */
    locale?: "en" | "pt-BR";
};
export type AskedExport = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the export. */
    id: string;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** PROCESSING until the file is made: then SUCCESS, or ERROR. */
    status: "PROCESSING" | "SUCCESS" | "ERROR";
    /** Month of the calendar in São Paulo. It must have begun. */
    month: string;
    /** csv, ofx (OFX 1.02) or camt.053 (001.08). */
    format: "csv" | "ofx" | "camt.053";
    /** How CSV is written: en (commas, points, ISO times) or pt-BR (semicolons, decimal commas, days first). */
    locale: "en" | "pt-BR";
    /** Beginning of the range. */
    start: string;
    /** End of the range, included. */
    end: string;
    /** false: the month was not over when the export was asked for. */
    whole_month: boolean;
    /** When it was asked for. */
    created_at: string;
    /** When the export and its file go. */
    expires_at: string;
    /** When the file was begun; null before. */
    made_at: string | null;
    /** What has happened, oldest first. */
    entries: number | null;
    /** Length of the file. */
    bytes: number | null;
    /** SHA-256 of the file, in hex. */
    sha256: string | null;
    /** Balance before the first entry, in reais. */
    opening_balance: number | null;
    /** Balance after the last entry, in reais. */
    closing_balance: number | null;
    /** Why the file could not be made; null otherwise. */
    failure: string | null;
};
export type Export = {
    /** Id of the export. */
    id: string;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** PROCESSING until the file is made: then SUCCESS, or ERROR. */
    status: "PROCESSING" | "SUCCESS" | "ERROR";
    /** Month of the calendar in São Paulo. It must have begun. */
    month: string;
    /** csv, ofx (OFX 1.02) or camt.053 (001.08). */
    format: "csv" | "ofx" | "camt.053";
    /** How CSV is written: en (commas, points, ISO times) or pt-BR (semicolons, decimal commas, days first). */
    locale: "en" | "pt-BR";
    /** Beginning of the range. */
    start: string;
    /** End of the range, included. */
    end: string;
    /** false: the month was not over when the export was asked for. */
    whole_month: boolean;
    /** When it was asked for. */
    created_at: string;
    /** When the export and its file go. */
    expires_at: string;
    /** When the file was begun; null before. */
    made_at: string | null;
    /** What has happened, oldest first. */
    entries: number | null;
    /** Length of the file. */
    bytes: number | null;
    /** SHA-256 of the file, in hex. */
    sha256: string | null;
    /** Balance before the first entry, in reais. */
    opening_balance: number | null;
    /** Balance after the last entry, in reais. */
    closing_balance: number | null;
    /** Why the file could not be made; null otherwise. */
    failure: string | null;
};
export type ExportList = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** The rows of this page. */
    results: Export[];
};
export type LinkedExport = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the export. */
    id: string;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** PROCESSING until the file is made: then SUCCESS, or ERROR. */
    status: "PROCESSING" | "SUCCESS" | "ERROR";
    /** Month of the calendar in São Paulo. It must have begun. */
    month: string;
    /** csv, ofx (OFX 1.02) or camt.053 (001.08). */
    format: "csv" | "ofx" | "camt.053";
    /** How CSV is written: en (commas, points, ISO times) or pt-BR (semicolons, decimal commas, days first). */
    locale: "en" | "pt-BR";
    /** Beginning of the range. */
    start: string;
    /** End of the range, included. */
    end: string;
    /** false: the month was not over when the export was asked for. */
    whole_month: boolean;
    /** When it was asked for. */
    created_at: string;
    /** When the export and its file go. */
    expires_at: string;
    /** When the file was begun; null before. */
    made_at: string | null;
    /** What has happened, oldest first. */
    entries: number | null;
    /** Length of the file. */
    bytes: number | null;
    /** SHA-256 of the file, in hex. */
    sha256: string | null;
    /** Balance before the first entry, in reais. */
    opening_balance: number | null;
    /** Balance after the last entry, in reais. */
    closing_balance: number | null;
    /** Why the file could not be made; null otherwise. */
    failure: string | null;
    /** Address of the file, for five minutes; null until the file is made. */
    link: string | null;
    /** When the link ends. */
    link_expires_at: string | null;
};
export type BatchRequestLine = {
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: Amount;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag?: string | null;
    /** What the payee reads with the payment, at most 140 characters. It is in the receipt too. The network may not pass it on. */
    message_to_payee?: string | null;
    /** Branch of the recipient, without its check digit. */
    recipient_account_branch?: string;
    /** Check digit of the branch, if it has one. */
    recipient_account_branch_digit?: string | null;
    /** Account number of the recipient, without its check digit. */
    recipient_account_number?: string;
    /** Check digit of the account number. */
    recipient_account_number_digit?: string;
    /** Kind of account. */
    recipient_account_type?: "CURRENT_ACCOUNT" | "PAYMENT_ACCOUNT" | "SAVING_ACCOUNT";
    /** Always Movement. */
    recipient_account_model?: "Movement";
    /** Name of the recipient. */
    recipient_name?: string;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id?: string | null;
    /** ISPB of the recipient’s institution, eight digits. The name is misspelt in the contract. */
    recipient_instution?: string;
    /** PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key. */
    key?: string;
    /** Your id of the line: 1 to 20 characters, once in the batch. */
    line_id: string;
    /** A key of its own. Without it, the key is derived from that of the batch and line_id. */
    idempotency_key?: string | null;
    /** The type that the key must have. */
    key_type?: ("CPF" | "CNPJ" | "PHONE" | "EMAIL" | "EVP" | null) | ("CPF" | "CNPJ" | "PHONE" | "EMAIL" | "EVP" | null);
};
export type BatchRequest = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** A name for the batch, at most 60 characters. */
    name?: string | null;
    /** The number of lines. */
    total_lines: number;
    /** The sum of the lines, in reais. */
    total_amount: Amount;
    /** The lines: each by PIX key or by bank details. */
    lines: BatchRequestLine[];
};
export type BatchPause = {
    /** insufficient_funds: the available balance does not cover the next lines. unknown_keys: too many keys do not exist or have another owner. lookups: too few look-ups of payees are left to the user who sent the batch. frozen, account_closed: of the account. limits: the limit of the day or the night has too little left. psp_short: this institution has too little money at its PSP. psp_stopped: the PSP refuses this institution. approvals: somebody who has approved the batch may no longer do so, or the rules want more approvals. */
    reason: "insufficient_funds" | "unknown_keys" | "lookups" | "frozen" | "account_closed" | "limits" | "psp_short" | "psp_stopped" | "approvals";
    /** When it was paused. */
    at: string;
    /** Of lookups and limits: from then on a resumption starts lines again. */
    until?: string;
};
export type BatchStop = {
    /** When it was stopped. */
    at: string;
    /** Why: the reason of the call. */
    reason: string;
};
export type BatchCount = {
    /** Number of lines. */
    lines: number;
    /** Their sum, in reais. */
    amount: number;
};
export type BatchCounts = {
    /** Cashouts that ended ERROR. */
    failed: BatchCount;
    /** Lines that never get a cashout. */
    not_started: BatchCount;
    /** Cashouts that ended CANCELLED. */
    cancelled: BatchCount;
    /** Cashouts that were paid, and came back. */
    refunded: BatchCount;
    /** Cashouts that have not ended. */
    processing: BatchCount;
    /** Lines that have no cashout yet. */
    waiting: BatchCount;
    /** Cashouts that ended SUCCESS. */
    paid: BatchCount;
};
export type Batch = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the batch. Later calls take it. */
    id: string;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** JUDGING: a worker checks the lines. AWAITING_APPROVAL, or REFUSED if a line is wrong. SCHEDULED: approved, and it waits for its start. PAYING; PAUSED until it is resumed or stopped; STOPPING until what is in progress has ended. FINISHED: every line has ended, paid or not: see counts. */
    status: "JUDGING" | "AWAITING_APPROVAL" | "REFUSED" | "SCHEDULED" | "PAYING" | "PAUSED" | "STOPPING" | "FINISHED" | "CANCELLED" | "EXPIRED";
    /** The name that the caller gave. */
    name: string | null;
    /** Number of its lines. */
    total_lines: number;
    /** Sum of its lines, in reais. */
    total_amount: number;
    /** The scheduled_for of the request. */
    scheduled_for: string | null;
    /** When it starts (UTC). Null: once it is approved. */
    starts_at: string | null;
    /** The key of the call, in lower case. */
    idempotency_key: string;
    /** SHA-256 of everything that the batch says. The approval sends it. */
    content_digest: string;
    /** Id of the latest earlier batch that has the same payees and amounts. Check that you do not pay twice. */
    same_lines_as: string | null;
    /** Id of the batch whose unpaid lines this batch pays; null if it is no retry. */
    retry_of: string | null;
    /** Id of the latest batch that pays the unpaid lines of this one; null without a retry. */
    retried_as: string | null;
    /** When it was created. */
    created_at: string;
    /** The batch expires at this time, unless it is approved before. */
    approve_by: string;
    /** How many users must approve it, by the rules for its total. */
    approvals_needed: number;
    /** Who has approved it, and when. */
    approvals: {
        /** The user of the client that approved. */
        user: string;
        /** How this user was called then; null: it had no name. */
        name: string | null;
        /** When (UTC). */
        at: string;
    }[];
    /** Whether the available balance covered the total when the batch was judged. */
    has_funds: boolean | null;
    /** Lines that were found wrong when the batch was judged. Their reasons are in lines. */
    wrong_lines: number | null;
    /** Why it is PAUSED; null otherwise. */
    paused: BatchPause | null;
    /** While PAYING: until then no line starts, because the look-ups of PIX keys at the PSP are used up; null otherwise. It goes on by itself. */
    waits_until: string | null;
    /** When and why it was stopped; null otherwise. */
    stopped: BatchStop | null;
    /** The lines by state. They add up to total_lines and total_amount. */
    counts: BatchCounts;
    /** When a worker counted last; null before. */
    counted_at: string | null;
    /** When it ended; null before. */
    ended_at: string | null;
};
export type ListedBatch = {
    /** Id of the batch. Later calls take it. */
    id: string;
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** JUDGING: a worker checks the lines. AWAITING_APPROVAL, or REFUSED if a line is wrong. SCHEDULED: approved, and it waits for its start. PAYING; PAUSED until it is resumed or stopped; STOPPING until what is in progress has ended. FINISHED: every line has ended, paid or not: see counts. */
    status: "JUDGING" | "AWAITING_APPROVAL" | "REFUSED" | "SCHEDULED" | "PAYING" | "PAUSED" | "STOPPING" | "FINISHED" | "CANCELLED" | "EXPIRED";
    /** The name that the caller gave. */
    name: string | null;
    /** Number of its lines. */
    total_lines: number;
    /** Sum of its lines, in reais. */
    total_amount: number;
    /** The scheduled_for of the request. */
    scheduled_for: string | null;
    /** When it starts (UTC). Null: once it is approved. */
    starts_at: string | null;
    /** The key of the call, in lower case. */
    idempotency_key: string;
    /** SHA-256 of everything that the batch says. The approval sends it. */
    content_digest: string;
    /** Id of the latest earlier batch that has the same payees and amounts. Check that you do not pay twice. */
    same_lines_as: string | null;
    /** Id of the batch whose unpaid lines this batch pays; null if it is no retry. */
    retry_of: string | null;
    /** Id of the latest batch that pays the unpaid lines of this one; null without a retry. */
    retried_as: string | null;
    /** When it was created. */
    created_at: string;
    /** The batch expires at this time, unless it is approved before. */
    approve_by: string;
    /** How many users must approve it, by the rules for its total. */
    approvals_needed: number;
    /** Who has approved it, and when. */
    approvals: {
        /** The user of the client that approved. */
        user: string;
        /** How this user was called then; null: it had no name. */
        name: string | null;
        /** When (UTC). */
        at: string;
    }[];
    /** Whether the available balance covered the total when the batch was judged. */
    has_funds: boolean | null;
    /** Lines that were found wrong when the batch was judged. Their reasons are in lines. */
    wrong_lines: number | null;
    /** Why it is PAUSED; null otherwise. */
    paused: BatchPause | null;
    /** While PAYING: until then no line starts, because the look-ups of PIX keys at the PSP are used up; null otherwise. It goes on by itself. */
    waits_until: string | null;
    /** When and why it was stopped; null otherwise. */
    stopped: BatchStop | null;
    /** The lines by state. They add up to total_lines and total_amount. */
    counts: BatchCounts;
    /** When a worker counted last; null before. */
    counted_at: string | null;
    /** When it ended; null before. */
    ended_at: string | null;
};
export type BatchPage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** The rows of this page. */
    results: ListedBatch[];
};
export type BatchLine = {
    /** Number of the line in the batch, from 1. */
    record: number;
    /** The id that the line was sent with. */
    line_id: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: number;
    /** PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key. */
    key: string | null;
    /** Name of the recipient. */
    recipient_name: string | null;
    /** CPF or CNPJ of the recipient, digits only. */
    recipient_legal_id: string | null;
    /** Your own free text, at most 1000 bytes. The transaction and the statement show it. */
    tag: string | null;
    /** waiting: it has no cashout yet. The others: see counts of the batch. */
    status: "failed" | "not_started" | "cancelled" | "refunded" | "processing" | "waiting" | "paid";
    /** Id of its cashout, which has the receipt; null before it starts. */
    id: number | null;
    /** Why it was not paid. */
    erro_descriptor: string | null;
    /** What was found wrong with it when the batch was judged. */
    reasons: string[];
    /** line_id of an earlier line with the same payee and amount. */
    same_as_line: string | null;
    /** Id of an earlier cashout with the same payee and amount, if the account’s rules look for it. */
    possible_duplicate_of: number | null;
};
export type BatchLines = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** The rows of this page. */
    results: BatchLine[];
};
export type ApproveBatch = {
    /** The id of the path, so that the signature is of this batch. */
    id: string;
    /** The digest of the batch that you saw. Other content is refused with 409. */
    content_digest: string;
};
export type ResumeBatch = {
    /** The id of the path, so that the signature is of this batch. */
    id: string;
    /** The digest of the batch that you saw. Other content is refused with 409. A must if approvals are missing. */
    content_digest?: string | null;
};
export type RetryBatch = {
    /** The id of the path, so that the signature is of this batch. */
    id: string;
    /** A name for the new batch; without one, that of this batch. */
    name?: string | null;
    /** When to start, in the future: a day in São Paulo (YYYY-MM-DD), or a date and time with an offset. At most a year ahead, if the operator has set nothing else. Not with a dynamic code. An approved cashout waits for it as NEW, and nothing is held before. */
    scheduled_for?: string | null;
    /** The number of lines that were not paid. */
    total_lines: number;
    /** Their sum in reais, with the corrections. */
    total_amount: Amount;
    /** Corrected lines, whole: the fields of a line of a new batch. */
    lines?: unknown[] | null;
};
export type StopBatch = {
    /** The id of the path, so that the signature is of this batch. */
    id: string;
    /** Why you stop it. Not blank. */
    reason: string;
};
export type TokenRequest = {
    /** Always client_credentials. */
    grant_type: "client_credentials";
    /** Id of the client, unless HTTP Basic gives it. */
    client_id?: string;
    /** Secret of the client, unless HTTP Basic gives it. */
    client_secret?: string;
};
export type Token = {
    /** Send it in the header Authorization, after Bearer. */
    access_token: string;
    /** Always Bearer. */
    token_type: "Bearer";
    /** Lifetime of the token in seconds. */
    expires_in: number;
};
export type PublicKey = {
    /** As in RFC 7517. */
    kty?: string;
    /** As in RFC 7517. */
    kid?: string;
    /** As in RFC 7517. */
    alg?: string;
    /** As in RFC 7517. */
    use?: string;
    /** As in RFC 7518. */
    crv?: string;
    /** As in RFC 7518. */
    x?: string;
    /** As in RFC 7518. */
    y?: string;
};
export type PublicKeys = {
    /** JSON Web Keys. */
    keys: PublicKey[];
};
export type HmacFinding = {
    /** Name of the problem. */
    problem: "missing" | "upper_case" | "base64" | "prefixed" | "other_algorithm" | "not_a_digest" | "not_hmac" | "swapped" | "secret_decoded" | "secret_whitespace" | "trailing_newline" | "byte_order_mark" | "reserialised" | "charset" | "not_utf8" | "empty" | "encoded" | "wrong_secret";
    /** Explanation of the problem, and what to do. */
    advice: string;
};
export type HmacDiagnosis = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Whether a call with this signature is accepted. */
    valid: boolean;
    /** What is wrong or unusual. */
    findings: HmacFinding[];
};
export type ExactAmount = string | number;
export type ChargebackRequest = {
    /** Id of the QR code that was paid. */
    qr_code_id: number;
    /** Reason for the refund. */
    information: string;
    /** In reais, with exactly two decimal places. At most the amount of the QR code that is not refunded yet. */
    amount: ExactAmount;
};
export type Chargeback = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the chargeback. */
    id: number;
    /** End-to-end id of the refund; empty until the network has given one. */
    end_to_end_id: string;
    /** In reais. */
    amount: number;
    /** PENDING until the network has decided. */
    status: "PENDING" | "SUCCESS" | "REJECTED";
    /** In reais; 0 for PIX. */
    fee: number;
};
export type Day = string;
export type MedReturn = {
    /** End-to-end id of the return. */
    end_to_end_id: string;
    /** In reais. */
    amount: number;
    /** Reason for the return, as the network names it. */
    nature: string | null;
    /** When it was settled. */
    datetime: string;
    /** Until when you may contest the return; null if you may not. */
    contest_deadline: string | null;
};
export type MedDefence = {
    /** What the company says of the report; null if the defence was given at the PSP itself. */
    position: ("contest" | "accept" | null) | ("contest" | "accept" | null);
    /** Its text. */
    text: string | null;
    /** PENDING: the PSP has not confirmed it yet. SENT: the PSP has it. REFUSED: the PSP did not take it. BY_HAND: an operator gives it to the PSP. */
    state: "PENDING" | "SENT" | "REFUSED" | "BY_HAND";
    /** When it was given, or when the PSP received it. */
    at: string;
    /** Id of the user who gave it, or `operators`: they gave it for the company. */
    by: string | null;
    /** Why the PSP did not take it, in its words; otherwise null. */
    refusal: string | null;
};
export type ListedMedCase = {
    /** Id of the case: the network’s id of the report. */
    id: string;
    /** Follows from the report: WAITING for the analysis, IN_ANALYSIS, or its result. */
    status: "WAITING" | "IN_ANALYSIS" | "ACCEPTED" | "REJECTED" | "CANCELLED";
    /** Reason of the report, as the network names it. */
    reason: string;
    /** The next duty: ANALYSE, REQUEST_REFUND, EXECUTE_REFUND or CONTEST; null if there is none. */
    next_duty: ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null) | ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null);
    /** Deadline of the next duty; null if the PSP does not say when the duty began. */
    deadline: string | null;
    /** The network’s id of the report. */
    infraction_report_id: string;
    /** The report’s own status. */
    infraction_report_status: "OPEN" | "ACKNOWLEDGED" | "CLOSED" | "CANCELLED";
    /** When the report was created. */
    infraction_report_creation_datetime: string;
    /** When the report last changed. */
    infraction_report_last_modified_datetime: string;
    /** Kind of fraud that is reported. */
    infraction_report_situation_type: string | null;
    /** Details in the reporter’s words. */
    infraction_report_details: string | null;
    /** Reported amount, in reais. */
    infraction_report_amount: number;
    /** Depth of the payment in the tracking graph, as the PIX directory counts it. */
    transaction_depth: number | null;
    /** Id of the recovery that the report belongs to. */
    funds_recovery_id: string | null;
    /** Result of the analysis. */
    analysis_result: string | null;
    /** Details in the analyst’s words. */
    analysis_details: string | null;
    /** Kind of fraud that was found. */
    fraud_type: string | null;
    /** Deadline of the analysis: seven days after the report. */
    analysis_deadline: string;
    /** When the analysis ended, if the PSP says so. */
    analysis_datetime: string | null;
    /** ISPB of the institution that reported. */
    reporter_participant: string | null;
    /** The network’s id of the refund request. */
    refund_id: string | null;
    /** Status of the refund request: OPEN, CLOSED or CANCELLED. */
    refund_status: string | null;
    /** When the refund was requested. */
    refund_creation_datetime: string | null;
    /** Requested amount, in reais. */
    refund_amount: number | null;
    /** Amount that was sent, as the PSP reports it, in reais. */
    refund_effective_amount: number | null;
    /** Why the refund was rejected. */
    refund_rejection_reason: string | null;
    /** End-to-end id of the return, as the PSP reports it. */
    refund_end_to_end_id: string | null;
    /** Money of the payment that is blocked on the account until the decision, in reais. */
    blocked_amount: number;
    /** Amount of the payment that was returned without your request, in reais: the sum of returns. */
    refunded_amount: number;
    /** What has come back, oldest first: the first ten, and the last ten. */
    returns: MedReturn[];
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** Id of the transaction. */
    transaction_id: number;
    /** Amount of the payment, in reais. */
    transaction_amount: number;
    /** When the payment was received. */
    transaction_datetime: string;
    /** Id of the QR code that was paid. */
    qr_code_id: number | null;
    /** Name of the payer. */
    payer_name: string | null;
    /** CPF or CNPJ of the payer, masked. */
    payer_legal_id: string | null;
    /** Branch of the account, four digits. */
    account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    account_number: string;
    /** The company’s defence; null if there is none. */
    defence: MedDefence | null;
    /** When it was recorded. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
};
export type MedCasePage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** URL of the previous page; null on the first page. */
    previous: string | null;
    /** The rows of this page. */
    results: ListedMedCase[];
};
export type MedCase = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the case: the network’s id of the report. */
    id: string;
    /** Follows from the report: WAITING for the analysis, IN_ANALYSIS, or its result. */
    status: "WAITING" | "IN_ANALYSIS" | "ACCEPTED" | "REJECTED" | "CANCELLED";
    /** Reason of the report, as the network names it. */
    reason: string;
    /** The next duty: ANALYSE, REQUEST_REFUND, EXECUTE_REFUND or CONTEST; null if there is none. */
    next_duty: ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null) | ("ANALYSE" | "REQUEST_REFUND" | "EXECUTE_REFUND" | "CONTEST" | null);
    /** Deadline of the next duty; null if the PSP does not say when the duty began. */
    deadline: string | null;
    /** The network’s id of the report. */
    infraction_report_id: string;
    /** The report’s own status. */
    infraction_report_status: "OPEN" | "ACKNOWLEDGED" | "CLOSED" | "CANCELLED";
    /** When the report was created. */
    infraction_report_creation_datetime: string;
    /** When the report last changed. */
    infraction_report_last_modified_datetime: string;
    /** Kind of fraud that is reported. */
    infraction_report_situation_type: string | null;
    /** Details in the reporter’s words. */
    infraction_report_details: string | null;
    /** Reported amount, in reais. */
    infraction_report_amount: number;
    /** Depth of the payment in the tracking graph, as the PIX directory counts it. */
    transaction_depth: number | null;
    /** Id of the recovery that the report belongs to. */
    funds_recovery_id: string | null;
    /** Result of the analysis. */
    analysis_result: string | null;
    /** Details in the analyst’s words. */
    analysis_details: string | null;
    /** Kind of fraud that was found. */
    fraud_type: string | null;
    /** Deadline of the analysis: seven days after the report. */
    analysis_deadline: string;
    /** When the analysis ended, if the PSP says so. */
    analysis_datetime: string | null;
    /** ISPB of the institution that reported. */
    reporter_participant: string | null;
    /** The network’s id of the refund request. */
    refund_id: string | null;
    /** Status of the refund request: OPEN, CLOSED or CANCELLED. */
    refund_status: string | null;
    /** When the refund was requested. */
    refund_creation_datetime: string | null;
    /** Requested amount, in reais. */
    refund_amount: number | null;
    /** Amount that was sent, as the PSP reports it, in reais. */
    refund_effective_amount: number | null;
    /** Why the refund was rejected. */
    refund_rejection_reason: string | null;
    /** End-to-end id of the return, as the PSP reports it. */
    refund_end_to_end_id: string | null;
    /** Money of the payment that is blocked on the account until the decision, in reais. */
    blocked_amount: number;
    /** Amount of the payment that was returned without your request, in reais: the sum of returns. */
    refunded_amount: number;
    /** What has come back, oldest first: the first ten, and the last ten. */
    returns: MedReturn[];
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** Id of the transaction. */
    transaction_id: number;
    /** Amount of the payment, in reais. */
    transaction_amount: number;
    /** When the payment was received. */
    transaction_datetime: string;
    /** Id of the QR code that was paid. */
    qr_code_id: number | null;
    /** Name of the payer. */
    payer_name: string | null;
    /** CPF or CNPJ of the payer, masked. */
    payer_legal_id: string | null;
    /** Branch of the account, four digits. */
    account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    account_number: string;
    /** The company’s defence; null if there is none. */
    defence: MedDefence | null;
    /** When it was recorded. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
};
export type MedDefenceRequest = {
    /** contest: the report is wrong. accept: it is right, and the money may go back. */
    position: "contest" | "accept";
    /** Your reasons, also on several lines. */
    text: string;
};
export type RequestRecovery = {
    /** The id of the path, so that the signature is of this payment. */
    id: number;
    /** SCAM, ACCOUNT_TAKEOVER, COERCION, FRAUDULENT_ACCESS to credentials, OTHER or UNKNOWN. */
    situation: "SCAM" | "ACCOUNT_TAKEOVER" | "COERCION" | "FRAUDULENT_ACCESS" | "OTHER" | "UNKNOWN";
    /** What has happened, at most 2000 characters. The PSP and the payee’s institution read it. */
    details: string;
};
export type Recovery = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the transaction. */
    id: number;
    /** REQUESTED: the PSP has not said yet that it has it. UNDER_WAY: the PSP has it. The others are final; BY_HAND: a person at the operator has dealt with it. COMPLETED does not mean that money came back: each return is an event of the cashout. */
    status: "REQUESTED" | "UNDER_WAY" | "COMPLETED" | "REFUSED" | "CANCELLED" | "BY_HAND";
    /** The PSP’s own word for its status; null: the PSP has not answered. */
    psp_status: string | null;
    /** The PSP’s id of the recovery; null: it has none. */
    psp_id: string | null;
    /** The situation of the request. */
    situation: "SCAM" | "ACCOUNT_TAKEOVER" | "COERCION" | "FRAUDULENT_ACCESS" | "OTHER" | "UNKNOWN";
    /** The details of the request. */
    details: string;
    /** Why the PSP has refused it; null: it has not. */
    refusal: string | null;
    /** true: a person at the operator asks the PSP. */
    with_operator: boolean;
    /** true: its cancellation was requested, and the PSP has not answered yet. */
    cancel_requested: boolean;
    /** Why the PSP has not cancelled it; null: it has not refused. */
    cancel_refusal: string | null;
    /** When it was requested (UTC). */
    requested_at: string;
    /** Id of the user who requested it. */
    requested_by: string;
    /** When it changed last (UTC). */
    updated_at: string;
    /** When it ended (UTC); null: it has not. */
    ended_at: string | null;
};
export type CancelRecovery = {
    /** The id of the path, so that the signature is of this payment. */
    id: number;
    /** Always cancel, so that the signature is of a cancellation. */
    recovery: "cancel";
};
export type WebhookType = "ALL" | "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
export type Webhook = {
    /** Id of the webhook. */
    id: number;
    /** Address that receives the events: https, on a public host. */
    url: string;
    /** Which events the webhook gets. */
    type_webhook: WebhookType;
    /** Sent with every delivery as the header authorization. */
    authorization_token: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key: string | null;
    /** When it was registered. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
};
export type CreateWebhook = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** Address that receives the events: https, on a public host. */
    url: string;
    /** Which events the webhook gets. */
    type_webhook: WebhookType;
    /** Sent with every delivery as the header authorization. */
    authorization_token?: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key?: string | null;
};
export type NewWebhook = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the webhook. */
    id: number;
    /** Address that receives the events: https, on a public host. */
    url: string;
    /** Which events the webhook gets. */
    type_webhook: WebhookType;
    /** Sent with every delivery as the header authorization. */
    authorization_token: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key: string | null;
    /** When it was registered. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** Secret that signs the deliveries (Standard Webhooks). Shown only once. */
    secret: string;
};
export type UpdateWebhook = {
    /** The id of the path, so that the signature is of this webhook. */
    webhook_id?: number;
    /** Address that receives the events: https, on a public host. */
    url?: string;
    /** Which events the webhook gets. */
    type_webhook?: WebhookType;
    /** Sent with every delivery as the header authorization. */
    authorization_token?: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key?: string | null;
    /** true: creates a new secret. For one day the old secret also signs. */
    rotate_secret?: boolean;
    /** false: resumes the webhook. */
    paused?: boolean;
};
export type ChangedWebhook = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the webhook. */
    id: number;
    /** Address that receives the events: https, on a public host. */
    url: string;
    /** Which events the webhook gets. */
    type_webhook: WebhookType;
    /** Sent with every delivery as the header authorization. */
    authorization_token: string | null;
    /** Sent with every delivery as the header x-functions-key. */
    x_functions_key: string | null;
    /** When it was registered. */
    created_at: string;
    /** When it last changed. */
    updated_at: string;
    /** PAUSED: nothing is sent; paused_reason says why. */
    status: "ACTIVE" | "PAUSED";
    /** failing: every attempt has failed for days. gone: the receiver answered 410. right_lost: the client that set the address lost its right to the account. operator: the operator of the service paused it, and only the operator resumes it. */
    paused_reason: ("failing" | "gone" | "right_lost" | "operator" | null) | ("failing" | "gone" | "right_lost" | "operator" | null);
    /** When it was paused. */
    paused_at: string | null;
    /** Since when every attempt has failed. */
    failing_since: string | null;
    /** Secret that signs the deliveries (Standard Webhooks). Shown only once. */
    secret?: string;
};
export type Message = {
    /** Confirmation text. */
    message: string;
};
export type WebhookHealth = {
    /** Id of the webhook. */
    id: number;
    /** PAUSED: nothing is sent to the webhook. */
    status: "ACTIVE" | "PAUSED";
    /** failing: every attempt has failed for days. gone: the receiver answered 410. right_lost: the client that set the address lost its right to the account. operator: the operator of the service paused it, and only the operator resumes it. */
    paused_reason: ("failing" | "gone" | "right_lost" | "operator" | null) | ("failing" | "gone" | "right_lost" | "operator" | null);
    /** When it was paused. */
    paused_at: string | null;
    /** Since when every attempt has failed. */
    failing_since: string | null;
};
export type Attempt = {
    /** Time of the attempt. */
    at: string;
    /** Whether the receiver answered. */
    result: "answered" | "timeout" | "no_answer" | "forbidden";
    /** HTTP status, if the receiver answered. */
    status: number | null;
    /** Duration of the attempt. */
    milliseconds: number;
};
export type ListedDelivery = {
    /** Id of the delivery: the sequence number of its event. */
    id: number;
    /** Id of the event: the header webhook-id of its delivery. */
    event_id: string;
    /** Name of the event. */
    event_type: EventName;
    /** EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or has too many pending deliveries. CANCELLED: the webhook was deleted. */
    status: "PENDING" | "DELIVERED" | "EXHAUSTED" | "CANCELLED" | "HELD";
    /** Number of attempts. */
    attempts: number;
    /** HTTP status of the last attempt. */
    last_status: number | null;
    /** Time of the last attempt. */
    last_attempt_at: string | null;
    /** Time of the next attempt. */
    next_attempt_at: string | null;
    /** When it was recorded. */
    created_at: string;
    /** The last attempts. */
    log: Attempt[];
};
export type DeliveryPage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** State of the webhook. */
    webhook: WebhookHealth;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** The rows of this page. */
    results: ListedDelivery[];
};
export type Delivery = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the delivery: the sequence number of its event. */
    id: number;
    /** Id of the event: the header webhook-id of its delivery. */
    event_id: string;
    /** Name of the event. */
    event_type: EventName;
    /** EXHAUSTED: every attempt has failed. HELD: the webhook is paused, or has too many pending deliveries. CANCELLED: the webhook was deleted. */
    status: "PENDING" | "DELIVERED" | "EXHAUSTED" | "CANCELLED" | "HELD";
    /** Number of attempts. */
    attempts: number;
    /** HTTP status of the last attempt. */
    last_status: number | null;
    /** Time of the last attempt. */
    last_attempt_at: string | null;
    /** Time of the next attempt. */
    next_attempt_at: string | null;
    /** When it was recorded. */
    created_at: string;
    /** The last attempts. */
    log: Attempt[];
};
export type TestDelivery = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the delivery: the sequence number of its event. */
    delivery_id: number;
    /** Id of the event: the header webhook-id of its delivery. */
    event_id: string;
};
export type EventType = "INTERNAL" | "INTERNAL APPROVE" | "INTEGRATION" | "CASHIN" | "CASHOUT" | "PIX_CASHOUT_CREATED" | "PIX_CASHOUT_SUCCESS";
export type Movement = {
    /** Number of the statement entry. */
    code: number | null;
    /** CREDIT: money entered the account. DEBIT: money left it. */
    credit_or_debit: "CREDIT" | "DEBIT";
    /** Kind of entry. */
    transaction_type: EntryType;
    /** In reais. */
    amount: number;
};
export type CashoutEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "cashout.created" | "cashout.scheduled" | "cashout.postponed" | "cashout.approved" | "cashout.internal_approved" | "cashout.succeeded" | "cashout.failed" | "cashout.cancelled" | "cashout.refunded" | "cashout.partially_refunded";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: Cashout;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type ReceivedPayment = {
    /** Id of the transaction. */
    transaction_id: number | null;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction: string | null;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string | null;
    /** In reais. */
    amount: number;
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** Id of the QR code that was paid. */
    qr_code_id: number | null;
    /** Name of the payer. */
    payer_name?: string | null;
    /** CPF or CNPJ of the payer, masked. */
    payer_legal_id?: string | null;
    /** ISPB of the payer’s institution. */
    payer_instution?: string | null;
};
export type PaymentEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "cashin.received" | "cashin.partially_returned" | "payment.sent";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: ReceivedPayment;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type ReturnedPayment = {
    /** Id of the transaction. */
    transaction_id: number;
    /** Code of the settled transfer; null until it has succeeded. */
    code_transaction?: string | null;
    /** End-to-end id of the return. If the payer has an account at this institution: of the payment. */
    end_to_end_id: string | null;
    /** End-to-end id of the returned payment. */
    original_end_to_end_id?: string;
    /** Returned amount, in reais. */
    amount: number;
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** Id of the QR code that was paid. */
    qr_code_id: number | null;
    /** Reason for the return, as the network names it, if it gives one. */
    nature?: string | null;
    /** Reason for the return, in the PSP’s words. */
    reason?: string | null;
};
export type ReturnEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "cashin.returned";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: ReturnedPayment;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type Fee = {
    /** Id of the transaction. */
    transaction_id: number | null;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** The fee, in reais. */
    amount: number;
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
};
export type FeeEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "fee.charged" | "fee.returned";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: Fee;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type OverdrawnAccount = {
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** Available balance in reais, below zero. */
    available: number;
    /** End-to-end id of the return that overdrew the account. */
    end_to_end_id: string;
};
export type OverdrawnEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "account.overdrawn";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: OverdrawnAccount;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type LowBalance = {
    /** Branch of the account, four digits. */
    account_branch_identifier: string | null;
    /** Number of the account, check digit included, digits only. */
    account_number: string | null;
    /** Available balance in reais. */
    available: number;
    /** In reais: the amount of the rule. */
    below: number;
};
export type LowBalanceEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "account.low_balance";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: LowBalance;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type ChargebackEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "chargeback.accepted" | "chargeback.succeeded" | "chargeback.rejected";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: Chargeback;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type MedEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "med.opened" | "med.changed" | "med.closed";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: ListedMedCase;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type BatchEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "batch.awaiting_approval" | "batch.paused" | "batch.finished";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: ListedBatch;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type AboutWebhook = {
    /** Id of the webhook. */
    webhook_id: number;
    /** Why the webhook is paused. */
    reason?: "failing" | "gone" | "right_lost" | "operator";
    /** Since when every attempt has failed. */
    failing_since?: string | null;
    /** Deliveries from this sequence number on are HELD. */
    held_from?: number;
};
export type WebhookEvent = {
    /** Number of the event in the account’s feed: 1, 2, 3 …, without gaps. */
    sequence?: number;
    /** Id of the event, the same at every attempt. Use it to recognise duplicate deliveries. */
    id: string;
    /** Name of the event. */
    "type": "webhook.paused" | "webhook.backlog_full" | "webhook.test";
    /** Webhook types that get the event, besides ALL. */
    types: EventType[];
    /** When it happened. */
    created_at: string;
    /** The record, as the API would have shown it at that moment. */
    data: AboutWebhook;
    /** The statement entry that this event reports. No other event reports it. Null if there is none; older events do not have the field. */
    movement?: Movement | null;
};
export type Event = ({
    "type": "cashout.created";
} & CashoutEvent) | ({
    "type": "cashout.scheduled";
} & CashoutEvent) | ({
    "type": "cashout.postponed";
} & CashoutEvent) | ({
    "type": "cashout.approved";
} & CashoutEvent) | ({
    "type": "cashout.internal_approved";
} & CashoutEvent) | ({
    "type": "cashout.succeeded";
} & CashoutEvent) | ({
    "type": "cashout.failed";
} & CashoutEvent) | ({
    "type": "cashout.cancelled";
} & CashoutEvent) | ({
    "type": "cashout.refunded";
} & CashoutEvent) | ({
    "type": "cashout.partially_refunded";
} & CashoutEvent) | ({
    "type": "cashin.received";
} & PaymentEvent) | ({
    "type": "cashin.partially_returned";
} & PaymentEvent) | ({
    "type": "payment.sent";
} & PaymentEvent) | ({
    "type": "cashin.returned";
} & ReturnEvent) | ({
    "type": "fee.charged";
} & FeeEvent) | ({
    "type": "fee.returned";
} & FeeEvent) | ({
    "type": "account.overdrawn";
} & OverdrawnEvent) | ({
    "type": "account.low_balance";
} & LowBalanceEvent) | ({
    "type": "chargeback.accepted";
} & ChargebackEvent) | ({
    "type": "chargeback.succeeded";
} & ChargebackEvent) | ({
    "type": "chargeback.rejected";
} & ChargebackEvent) | ({
    "type": "med.opened";
} & MedEvent) | ({
    "type": "med.changed";
} & MedEvent) | ({
    "type": "med.closed";
} & MedEvent) | ({
    "type": "batch.awaiting_approval";
} & BatchEvent) | ({
    "type": "batch.paused";
} & BatchEvent) | ({
    "type": "batch.finished";
} & BatchEvent) | ({
    "type": "webhook.paused";
} & WebhookEvent) | ({
    "type": "webhook.backlog_full";
} & WebhookEvent) | ({
    "type": "webhook.test";
} & WebhookEvent);
export type EventPage = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** URL of the next page; null on the last page. */
    next: string | null;
    /** The last sequence number on this page. Send it as `after` in the next call. */
    cursor: number;
    /** The rows of this page. */
    results: Event[];
};
export type NetworkReturn = {
    /** Id of the chargeback, or an id that is not ours. */
    id: string;
    /** The network’s id of the return. */
    rtrId?: unknown;
    /** In reais, two decimal places. */
    valor?: unknown;
    /** Reason for the return: ORIGINAL, RETIRADA, MED_OPERACIONAL or MED_FRAUDE. */
    natureza?: unknown;
    /** Reason in the PSP’s words. */
    motivo?: unknown;
    /** EM_PROCESSAMENTO, DEVOLVIDO or NAO_REALIZADO. */
    status?: unknown;
    /** When it was settled. */
    horario?: unknown;
};
export type NetworkPayment = {
    /** End-to-end id of the payment. */
    endToEndId: string;
    /** In reais, two decimal places. */
    valor: string;
    /** When it was settled. */
    horario: string;
    /** Transaction id (txid) of the QR code: the payee’s reference. */
    txid?: string | null;
    /** PIX key that was paid. */
    chave?: string | null;
    /** The payer. */
    pagador?: {
        /** Name. */
        nome?: string | null;
        /** CPF, digits only. */
        cpf?: string | null;
        /** CNPJ, digits only. */
        cnpj?: string | null;
    } | null;
    /** Returns of the payment. A return of ours is looked up at the network; any other settled return is a debit. */
    devolucoes?: NetworkReturn[] | NetworkReturn | null;
};
export type NetworkSent = {
    /** Only from Efí: the kind of notice about a payment that we sent. */
    tipo: "SOLICITACAO";
    /** Only from Efí. Its idEnvio is the id of the cashout. */
    gnExtras?: unknown;
    /** Returns of the payment. A return of ours is looked up at the network; any other settled return is a debit. */
    devolucoes?: unknown;
};
export type NetworkNotices = {
    /** Received payments and their refunds. */
    pix: (NetworkPayment | NetworkSent)[];
};
export type NetworkQuestion = {
    /** Only from Efí, instead of pix: a test of the endpoint. */
    evento: string;
};
export type NetworkOwnEvent = {
    /** Only from Woovi: the kind of event. Its other fields are Woovi’s. */
    event: string;
};
export type Accepted = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
};
export type SandboxTenant = {
    /** Name of the company that holds the accounts. */
    name?: string;
    /** CPF or CNPJ of the company that holds the accounts; generated by default. */
    legal_id?: string;
    /** Permissions of its policies on the accounts. */
    permissions?: ("CREATE" | "APPROVE")[];
    /** Permissions that its policies leave out, of those that every policy has by default: REFUND, WEBHOOK. */
    without?: ("REFUND" | "WEBHOOK")[];
    /** api: the client signs its calls. web: its user sends one-time codes. */
    audience?: "api" | "web";
    /** Number of accounts to open. */
    accounts?: number;
    /** Opening balance of each account, in reais; 10000.00 by default. */
    balance?: string | number | null;
};
export type SandboxAccount = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais. */
    balance: number;
    /** PIX key of the account. */
    pix_key: string | null;
};
export type OpenedTenant = {
    /** Id of the company. */
    company_id: string;
    /** Id of the user that the client acts for. */
    user_id: string;
    /** Id of the client, unless HTTP Basic gives it. */
    client_id: string;
    /** Secret of the client, unless HTTP Basic gives it. */
    client_secret: string;
    /** Signs the requests of this client. */
    hmac_secret: string;
    /** Secret of the user’s one-time codes, base32. */
    mfa_secret: string;
    /** Accounts. */
    accounts: SandboxAccount[];
    /** Name. */
    name: string;
    /** CPF or CNPJ, digits only. */
    legal_id: string;
};
export type SandboxAccountRef = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
};
export type SandboxClientRequest = {
    /** Id of the company. */
    company_id: string;
    /** How the user is called: approvals, lists and timelines show it. Not blank. */
    name?: string;
    /** Permissions of its policies on the accounts. */
    permissions?: ("CREATE" | "APPROVE")[];
    /** Permissions that its policies leave out, of those that every policy has by default: REFUND, WEBHOOK. */
    without?: ("REFUND" | "WEBHOOK")[];
    /** api: the client signs its calls. web: its user sends one-time codes. */
    audience?: "api" | "web";
    /** Accounts. */
    accounts?: SandboxAccountRef[];
};
export type SandboxClient = {
    /** Id of the company. */
    company_id: string;
    /** Id of the user that the client acts for. */
    user_id: string;
    /** Id of the client, unless HTTP Basic gives it. */
    client_id: string;
    /** Secret of the client, unless HTTP Basic gives it. */
    client_secret: string;
    /** Signs the requests of this client. */
    hmac_secret: string;
    /** Secret of the user’s one-time codes, base32. */
    mfa_secret: string;
    /** Accounts. */
    accounts: SandboxAccount[];
};
export type Done = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Confirmation text. */
    message: string;
};
export type AmountOrZero = string | number;
export type SandboxLimits = {
    /** For one transfer; null: no limit. */
    per_transfer?: Amount | null;
    /** For the transfers of a day in São Paulo; null: no limit. */
    per_day?: Amount | null;
    /** For the transfers of a night, from 20:00 to 06:00 in São Paulo; null: no limit. */
    per_night?: Amount | null;
    /** For the transfers to a payee, in the first day after the first one; null: no limit. */
    new_payee?: Amount | null;
};
export type SandboxRules = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** Hours after which a NEW cashout ends CANCELLED, 1 to 8760. */
    expire_new_after_hours?: number | null;
    /** In reais: up to this amount the creator of a cashout may approve it; 0: never. */
    own_approval_up_to?: AmountOrZero | null;
    /** listed: only payees of the account’s list are paid. The word any ends the rule. */
    payees?: "listed" | "any";
    /** What happens to a cashout that may be a duplicate. */
    duplicates?: {
        /** How many hours an earlier cashout with the same payee and amount makes it a possible duplicate. */
        within_hours: number;
        /** tell: the answer has possible_duplicate_of. hold: it also stays NEW. refuse: it is refused. */
        action: "tell" | "hold" | "refuse";
    } | null;
    /** In reais: an event tells when less than this is available after a payout. */
    low_balance?: Amount | null;
    /** blocked: what a MED report names is blocked at once, up to the balance. The word free ends the rule. */
    reported_money?: "blocked" | "free";
    /** From which amounts on how many users must approve a cashout: at most five bands, amounts and numbers growing. They replace those of before. */
    approvals?: {
        /** In reais: the least amount. */
        "from": Amount;
        /** How many users must approve. */
        needed: number;
    }[] | null;
    /** In reais. A limit that is not given stays. */
    limits?: SandboxLimits;
    /** Payees to put on the account’s list, each by its PIX key, or by its CPF or CNPJ. */
    listed_payees?: {
        /** PIX key of the recipient: e-mail, phone (+55…), CPF or CNPJ (digits only), or random key. */
        key?: string;
        /** CPF or CNPJ, digits only. */
        legal_id?: string;
    }[];
};
export type NetworkVerdict = {
    /** Outcome that the network reports. */
    outcome: "settled" | "failed" | "refused";
    /** Reason code; only with failed or refused. */
    code?: string;
};
export type SandboxReturn = {
    /** Id of one of your cashouts with status SUCCESS. */
    transaction_id: number;
    /** Reason code of the return. */
    reason?: "MD06" | "BE08" | "FR01" | "SL02" | "REFU";
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount?: Amount;
};
export type RehearsedReturn = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** The network’s id of the return. */
    return_id: string;
};
export type SandboxImposedReturn = {
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount?: Amount;
    /** Reason for the return, as the Pix API names it. */
    nature?: string;
};
export type SandboxQrCode = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: Amount;
};
export type RehearsedQrCode = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the QR code that was paid. */
    qr_code_id: number;
    /** The whole text of the QR code (BR Code), static or dynamic. */
    copy_and_paste: string;
};
export type SandboxPayment = {
    /** Branch of the account, four digits. */
    source_account_branch_identifier: string;
    /** Number of the account, check digit included, digits only. */
    source_account_number: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount: Amount;
    /** Id of the QR code that was paid. */
    qr_code_id?: number;
    /** Who paid. */
    payer?: {
        /** Name. */
        name?: string;
        /** CPF or CNPJ, digits only. */
        legal_id?: string;
        /** ISPB of the institution, eight digits. */
        ispb?: string;
        /** Branch of the account, four digits. */
        branch?: string;
        /** Number of the account, check digit included, digits only. */
        "number"?: string;
    };
};
export type RehearsedPayment = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the QR code that was paid. */
    qr_code_id: number;
    /** Id of the transaction. */
    transaction_id: number;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id: string;
};
export type SandboxMedCase = {
    /** Id of the QR code that was paid. Give either this or end_to_end_id. */
    qr_code_id?: number;
    /** End-to-end id of the payment in the PIX network. */
    end_to_end_id?: string;
    /** Why the payment is reported. */
    reason?: string;
    /** Kind of fraud that is reported. */
    situation_type?: string;
    /** In reais, greater than 0, with at most two decimal places and no exponent. Best sent as a string, which no client rounds. */
    amount?: Amount;
    /** Depth of the payment in the tracking graph, as the PIX directory counts it. */
    transaction_depth?: number;
    /** Id of the recovery that the report belongs to. */
    funds_recovery_id?: string;
};
export type RehearsedMedCase = {
    /** Always true on success; false in a refusal. */
    worked: boolean;
    /** Id of the case. */
    id: string;
};
export type SandboxMedProgress = {
    /** The report’s own status. */
    infraction_report_status?: "OPEN" | "ACKNOWLEDGED" | "CLOSED" | "CANCELLED";
    /** Result of the analysis. */
    analysis_result?: string;
    /** In the analyst’s words. */
    analysis_details?: string;
    /** Kind of fraud that was found. */
    fraud_type?: string;
    /** Depth of the payment in the tracking graph, as the PIX directory counts it. */
    transaction_depth?: number;
    /** Id of the recovery that the report belongs to. */
    funds_recovery_id?: string;
    /** The network’s id of the refund request. */
    refund_id?: string;
    /** Status of the refund request. */
    refund_status?: "OPEN" | "CLOSED" | "CANCELLED";
    /** Requested amount, in reais. */
    refund_amount?: Amount;
    /** Amount that was sent, as the PSP reports it, in reais. */
    refund_effective_amount?: Amount;
    /** Why the refund was rejected. */
    refund_rejection_reason?: string;
    /** End-to-end id of the return. */
    refund_end_to_end_id?: string;
};
/**
 * Creates a cashout to a PIX key
 */
export function createCashout({ idempotencyKey, createCashout }: {
    idempotencyKey?: string;
    createCashout: CreateCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashout", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashout,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Creates a cashout to a PIX key and approves it
 */
export function createCashoutSelfApprove({ idempotencyKey, createCashout }: {
    idempotencyKey?: string;
    createCashout: CreateCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashout-self-approve", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashout,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Creates a cashout to bank details
 */
export function createCashoutManual({ idempotencyKey, createCashoutManual }: {
    idempotencyKey?: string;
    createCashoutManual: CreateCashoutManual;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashout-manual", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashoutManual,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Creates a cashout to bank details and approves it
 */
export function createCashoutManualSelfApprove({ idempotencyKey, createCashoutManual }: {
    idempotencyKey?: string;
    createCashoutManual: CreateCashoutManual;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-cashoutmanual-self-approve", oazapfts.json({
        ...opts,
        method: "POST",
        body: createCashoutManual,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Pays a copy-and-paste code
 */
export function createCopyAndPasteTransfer({ idempotencyKey, copyAndPasteTransfer }: {
    idempotencyKey?: string;
    copyAndPasteTransfer: CopyAndPasteTransfer;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-copy-and-paste-transfer", oazapfts.json({
        ...opts,
        method: "POST",
        body: copyAndPasteTransfer,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Sends money from a web client, with a one-time code
 */
export function createManualTransfer({ idempotencyKey, manualTransfer }: {
    idempotencyKey?: string;
    manualTransfer: ManualTransfer;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/create-manual-transfer", oazapfts.json({
        ...opts,
        method: "POST",
        body: manualTransfer,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Approves a NEW cashout
 */
export function approveCashout({ approveCashout }: {
    approveCashout: ApproveCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/approve-cashout", oazapfts.json({
        ...opts,
        method: "POST",
        body: approveCashout
    }));
}
/**
 * Approves a NEW cashout
 */
export function approveCashoutManual({ approveCashout }: {
    approveCashout: ApproveCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/approve-cashout-manual", oazapfts.json({
        ...opts,
        method: "POST",
        body: approveCashout
    }));
}
/**
 * Rejects a NEW cashout
 */
export function rejectCashout({ id, rejectCashout }: {
    id: number;
    rejectCashout: RejectCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/reject`, oazapfts.json({
        ...opts,
        method: "POST",
        body: rejectCashout
    }));
}
/**
 * Approves up to 100 NEW cashouts
 */
export function approveMany({ approveMany }: {
    approveMany: ApproveMany;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ApprovedMany;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v3/cashouts/approve-many", oazapfts.json({
        ...opts,
        method: "POST",
        body: approveMany
    }));
}
/**
 * Rejects up to 100 NEW cashouts
 */
export function rejectMany({ rejectMany }: {
    rejectMany: RejectMany;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RejectedMany;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v3/cashouts/reject-many", oazapfts.json({
        ...opts,
        method: "POST",
        body: rejectMany
    }));
}
/**
 * Tells what would become of a cashout, without creating it
 */
export function preflightCashout({ preflightCashout }: {
    preflightCashout: PreflightCashout;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Preflight;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v3/cashouts/preflight", oazapfts.json({
        ...opts,
        method: "POST",
        body: preflightCashout
    }));
}
/**
 * Shows whom a NEW cashout would pay, to whoever may approve it
 */
export function preflightWaiting({ id }: {
    id: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: WaitingPreflight;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/preflight`, {
        ...opts
    });
}
/**
 * Shows a cashout
 */
export function getCashout({ id }: {
    id: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Shows what has happened to a cashout, step by step
 */
export function getTimeline({ id }: {
    id: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Timeline;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/timeline`, {
        ...opts
    });
}
/**
 * Shows the receipt of a paid cashout
 */
export function getReceipt({ id, lang }: {
    id: number;
    lang?: "pt" | "en";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Receipt;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/receipt${QS.query(QS.explode({
        lang
    }))}`, {
        ...opts
    });
}
/**
 * Shows a receipt to whoever has its address
 */
export function showReceipt({ code, lang }: {
    code: string;
    lang?: "pt" | "en";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Receipt;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/receipts/${encodeURIComponent(code)}${QS.query(QS.explode({
        lang
    }))}`, {
        ...opts
    });
}
/**
 * Lists cashouts, or finds one by your idempotency key, its end-to-end id, its code_transaction or the code of its receipt
 */
export function listCashouts({ sourceAccountBranchIdentifier, sourceAccountNumber, idempotencyKey, codeTransaction, endToEndId, receiptCode, awaiting, order, status, $from, to, minAmount, maxAmount, key, recipientLegalId, recipientName, tag, createdBy, limit, cursorId, cursorDatetime, cursorDirection }: {
    sourceAccountBranchIdentifier?: string;
    sourceAccountNumber?: string;
    idempotencyKey?: string;
    codeTransaction?: string;
    endToEndId?: string;
    receiptCode?: string;
    awaiting?: "approval" | "start";
    order?: "oldest" | "largest";
    status?: "NEW" | "PROCESSING" | "SUCCESS" | "ERROR" | "CANCELLED" | "REFUNDED";
    $from?: Instant;
    to?: Instant;
    minAmount?: string;
    maxAmount?: string;
    key?: string;
    recipientLegalId?: string;
    recipientName?: string;
    tag?: string;
    createdBy?: string;
    limit?: number;
    cursorId?: number;
    cursorDatetime?: Instant;
    cursorDirection?: "next" | "previous";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: CashoutPage | Cashout;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        idempotency_key: idempotencyKey,
        code_transaction: codeTransaction,
        end_to_end_id: endToEndId,
        receipt_code: receiptCode,
        awaiting,
        order,
        status,
        "from": $from,
        to,
        min_amount: minAmount,
        max_amount: maxAmount,
        key,
        recipient_legal_id: recipientLegalId,
        recipient_name: recipientName,
        tag,
        created_by: createdBy,
        limit,
        cursor_id: cursorId,
        cursor_datetime: cursorDatetime,
        cursor_direction: cursorDirection
    }))}`, {
        ...opts
    });
}
/**
 * Lists the accounts that you may see
 */
export function listAccounts({ limit, after }: {
    limit?: number;
    after?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AccountPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/accounts${QS.query(QS.explode({
        limit,
        after
    }))}`, {
        ...opts
    });
}
/**
 * Shows what is available and what is held
 */
export function getBalance({ branch, $number }: {
    branch: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Balance;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/accounts/${encodeURIComponent(branch)}/${encodeURIComponent($number)}/balance`, {
        ...opts
    });
}
/**
 * Shows the rules that the account’s cashouts must keep
 */
export function getRules({ branch, $number }: {
    branch: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Rules;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/accounts/${encodeURIComponent(branch)}/${encodeURIComponent($number)}/rules`, {
        ...opts
    });
}
/**
 * Lists an account’s entries, newest first
 */
export function listStatement({ branch, $number, start, end, limit, cursorId, cursorDatetime, cursorDirection, locale }: {
    branch: string;
    $number: string;
    start: Instant;
    end: Instant;
    limit?: number;
    cursorId?: number;
    cursorDatetime?: Instant;
    cursorDirection?: "next" | "previous";
    locale?: "en" | "pt-BR";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: StatementPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/account-statements/${encodeURIComponent(branch)}/${encodeURIComponent($number)}${QS.query(QS.explode({
        start,
        end,
        limit,
        cursor_id: cursorId,
        cursor_datetime: cursorDatetime,
        cursor_direction: cursorDirection,
        locale
    }))}`, {
        ...opts
    });
}
/**
 * Asks for a month’s statement as a file
 */
export function createExport({ branch, $number, createExportRequest }: {
    branch: string;
    $number: string;
    createExportRequest: CreateExportRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: AskedExport;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/account-statements/${encodeURIComponent(branch)}/${encodeURIComponent($number)}/exports`, oazapfts.json({
        ...opts,
        method: "POST",
        body: createExportRequest
    }));
}
/**
 * Lists an account’s exports, newest first
 */
export function listExports({ branch, $number }: {
    branch: string;
    $number: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ExportList;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/account-statements/${encodeURIComponent(branch)}/${encodeURIComponent($number)}/exports`, {
        ...opts
    });
}
/**
 * Shows how far an export is, and links to its file
 */
export function getExport({ branch, $number, id }: {
    branch: string;
    $number: string;
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: LinkedExport;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/account-statements/${encodeURIComponent(branch)}/${encodeURIComponent($number)}/exports/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Creates a batch of up to 5,000 payouts
 */
export function createBatch({ name, totalLines, totalAmount, sourceAccountBranchIdentifier, sourceAccountNumber, idempotencyKey, batchRequest }: {
    name?: string;
    totalLines?: string;
    totalAmount?: string;
    sourceAccountBranchIdentifier?: string;
    sourceAccountNumber?: string;
    idempotencyKey: string;
    batchRequest: BatchRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Batch;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches${QS.query(QS.explode({
        name,
        total_lines: totalLines,
        total_amount: totalAmount,
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber
    }))}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: batchRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Lists an account’s batches, newest first
 */
export function listBatches({ sourceAccountBranchIdentifier, sourceAccountNumber, before, limit }: {
    sourceAccountBranchIdentifier: string;
    sourceAccountNumber: string;
    before?: string;
    limit?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BatchPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        before,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Shows a batch, and how many of its lines stand where
 */
export function getBatch({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Batch;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Lists the lines of a batch, failed ones first
 */
export function listBatchLines({ id, status, after, limit }: {
    id: string;
    status?: "failed" | "not_started" | "cancelled" | "refunded" | "processing" | "waiting" | "paid";
    after?: string;
    limit?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: BatchLines;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches/${encodeURIComponent(id)}/lines${QS.query(QS.explode({
        status,
        after,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Approves a batch
 */
export function approveBatch({ id, approveBatch }: {
    id: string;
    approveBatch: ApproveBatch;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Batch;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches/${encodeURIComponent(id)}/approve`, oazapfts.json({
        ...opts,
        method: "POST",
        body: approveBatch
    }));
}
/**
 * Goes on with a PAUSED batch
 */
export function resumeBatch({ id, resumeBatch }: {
    id: string;
    resumeBatch: ResumeBatch;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Batch;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches/${encodeURIComponent(id)}/resume`, oazapfts.json({
        ...opts,
        method: "POST",
        body: resumeBatch
    }));
}
/**
 * Pays the lines that a FINISHED batch has not paid
 */
export function retryBatch({ id, idempotencyKey, retryBatch }: {
    id: string;
    idempotencyKey: string;
    retryBatch: RetryBatch;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Batch;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches/${encodeURIComponent(id)}/retry`, oazapfts.json({
        ...opts,
        method: "POST",
        body: retryBatch,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Rejects or stops a batch
 */
export function stopBatch({ id, stopBatch }: {
    id: string;
    stopBatch: StopBatch;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Batch;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/batches/${encodeURIComponent(id)}/stop`, oazapfts.json({
        ...opts,
        method: "POST",
        body: stopBatch
    }));
}
/**
 * Issues an access token for client credentials
 */
export function issueToken({ tokenRequest }: {
    tokenRequest: TokenRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Token;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/oauth2/token", oazapfts.form({
        ...opts,
        method: "POST",
        body: tokenRequest
    }));
}
/**
 * Shows the public keys that verify tokens and receipts
 */
export function getJwks(opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: PublicKeys;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/.well-known/jwks.json", {
        ...opts
    });
}
/**
 * Explains what is wrong with a signature
 */
export function diagnoseHmac({ hmac, body }: {
    hmac?: string;
    body?: Blob;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: HmacDiagnosis;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v3/doctor/hmac", {
        ...opts,
        method: "POST",
        body,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            hmac
        })
    });
}
/**
 * Refunds a paid QR code, fully or in part
 */
export function requestChargeback({ idempotencyKey, chargebackRequest }: {
    idempotencyKey?: string;
    chargebackRequest: ChargebackRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Chargeback;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/v2/finance/chargebacks-pix-copy-and-paste/", oazapfts.json({
        ...opts,
        method: "POST",
        body: chargebackRequest,
        headers: oazapfts.mergeHeaders(opts?.headers, {
            "idempotency-key": idempotencyKey
        })
    }));
}
/**
 * Shows a chargeback, by one of two identifiers
 */
export function getChargeback({ id, endToEndId }: {
    id?: number;
    endToEndId?: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Chargeback;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v2/finance/chargebacks-pix-copy-and-paste/status${QS.query(QS.explode({
        id,
        end_to_end_id: endToEndId
    }))}`, {
        ...opts
    });
}
/**
 * Lists MED cases, newest report first
 */
export function listMedCases({ filterStartDate, filterEndDate, status, reason, infractionReportStatus, limit, id, dt, direction }: {
    filterStartDate?: Day;
    filterEndDate?: Day;
    status?: string;
    reason?: string;
    infractionReportStatus?: string;
    limit?: number;
    id?: string;
    dt?: Instant;
    direction?: "next" | "previous";
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MedCasePage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/meds/${QS.query(QS.explode({
        filter_start_date: filterStartDate,
        filter_end_date: filterEndDate,
        status,
        reason,
        infraction_report_status: infractionReportStatus,
        limit,
        id,
        dt,
        direction
    }))}`, {
        ...opts
    });
}
/**
 * Shows a MED case
 */
export function getMedCase({ id }: {
    id: string;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MedCase;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/meds/${encodeURIComponent(id)}`, {
        ...opts
    });
}
/**
 * Sends your defence in a MED case to the PSP
 */
export function defendMedCase({ id, medDefenceRequest }: {
    id: string;
    medDefenceRequest: MedDefenceRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: MedCase;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/meds/${encodeURIComponent(id)}/defence`, oazapfts.json({
        ...opts,
        method: "POST",
        body: medDefenceRequest
    }));
}
/**
 * Asks for the recovery of a payout that was a fraud
 */
export function requestRecovery({ id, requestRecovery }: {
    id: number;
    requestRecovery: RequestRecovery;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Recovery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 409;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/recovery`, oazapfts.json({
        ...opts,
        method: "POST",
        body: requestRecovery
    }));
}
/**
 * Shows the recovery of a payout
 */
export function getRecovery({ id }: {
    id: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Recovery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/recovery`, {
        ...opts
    });
}
/**
 * Asks to cancel the recovery of a payout
 */
export function cancelRecovery({ id, cancelRecovery }: {
    id: number;
    cancelRecovery: CancelRecovery;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Recovery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/cashouts/${encodeURIComponent(id)}/recovery/cancel`, oazapfts.json({
        ...opts,
        method: "POST",
        body: cancelRecovery
    }));
}
/**
 * Lists the webhooks of an account, oldest first
 */
export function listWebhooks({ sourceAccountBranchIdentifier, sourceAccountNumber, webhookId, typeWebhook }: {
    sourceAccountBranchIdentifier: string;
    sourceAccountNumber: string;
    webhookId?: number;
    typeWebhook?: WebhookType;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Webhook[];
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        webhook_id: webhookId,
        type_webhook: typeWebhook
    }))}`, {
        ...opts
    });
}
/**
 * Registers a webhook
 */
export function createWebhook({ createWebhook }: {
    createWebhook: CreateWebhook;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: NewWebhook;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/api/webhooks", oazapfts.json({
        ...opts,
        method: "POST",
        body: createWebhook
    }));
}
/**
 * Changes a webhook, gives it a new secret, or resumes it
 */
export function updateWebhook({ webhookId, updateWebhook }: {
    webhookId: number;
    updateWebhook: UpdateWebhook;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: ChangedWebhook;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: updateWebhook
    }));
}
/**
 * Deletes a webhook
 */
export function deleteWebhook({ webhookId }: {
    webhookId: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Message;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}`, {
        ...opts,
        method: "DELETE"
    });
}
/**
 * Lists the deliveries of a webhook, newest first
 */
export function listDeliveries({ webhookId, before, limit }: {
    webhookId: number;
    before?: number;
    limit?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: DeliveryPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}/deliveries${QS.query(QS.explode({
        before,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Sends an event again
 */
export function redeliverWebhook({ webhookId, deliveryId }: {
    webhookId: number;
    deliveryId: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Delivery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}/deliveries/${encodeURIComponent(deliveryId)}/redeliver`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Sends a test event
 */
export function testWebhook({ webhookId }: {
    webhookId: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: TestDelivery;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/api/webhooks/${encodeURIComponent(webhookId)}/test`, {
        ...opts,
        method: "POST"
    });
}
/**
 * Lists the events of an account, oldest first
 */
export function listEvents({ sourceAccountBranchIdentifier, sourceAccountNumber, after, limit }: {
    sourceAccountBranchIdentifier: string;
    sourceAccountNumber: string;
    after?: number;
    limit?: number;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: EventPage;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 429;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/v3/events${QS.query(QS.explode({
        source_account_branch_identifier: sourceAccountBranchIdentifier,
        source_account_number: sourceAccountNumber,
        after,
        limit
    }))}`, {
        ...opts
    });
}
/**
 * Receives the network’s notices of payments and refunds
 */
export function receiveNetworkPix({ body }: {
    body: NetworkNotices | NetworkQuestion | NetworkOwnEvent;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Accepted;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/network/pix", oazapfts.json({
        ...opts,
        method: "POST",
        body
    }));
}
/**
 * Opens a company with accounts and a client
 */
export function openTenant({ sandboxTenant }: {
    sandboxTenant: SandboxTenant;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: OpenedTenant;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/tenants", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxTenant
    }));
}
/**
 * Opens another client and user of a company
 */
export function openClient({ sandboxClientRequest }: {
    sandboxClientRequest: SandboxClientRequest;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: SandboxClient;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/clients", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxClientRequest
    }));
}
/**
 * Closes an account
 */
export function closeAccount({ sandboxAccountRef }: {
    sandboxAccountRef: SandboxAccountRef;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Done;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/accounts/close", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxAccountRef
    }));
}
/**
 * Sets rules of an account, as its operator would
 */
export function rehearseRules({ sandboxRules }: {
    sandboxRules: SandboxRules;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Rules;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/rules", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxRules
    }));
}
/**
 * Sets the outcome of a payment or refund that is open at the network
 */
export function tellNetwork({ reference, networkVerdict }: {
    reference: string;
    networkVerdict: NetworkVerdict;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: Done;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/sandbox/network/${encodeURIComponent(reference)}`, oazapfts.json({
        ...opts,
        method: "POST",
        body: networkVerdict
    }));
}
/**
 * Simulates that the recipient of a cashout returns the money
 */
export function rehearseRefund({ sandboxReturn }: {
    sandboxReturn: SandboxReturn;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedReturn;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/refunds", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxReturn
    }));
}
/**
 * Simulates that the PSP returns a received payment without a request
 */
export function rehearseReturn({ sandboxImposedReturn }: {
    sandboxImposedReturn: SandboxImposedReturn;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedReturn;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/returns", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxImposedReturn
    }));
}
/**
 * Creates a QR code of an account
 */
export function rehearseQrCode({ sandboxQrCode }: {
    sandboxQrCode: SandboxQrCode;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedQrCode;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/qr-codes", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxQrCode
    }));
}
/**
 * Simulates a received payment
 */
export function rehearsePixIn({ sandboxPayment }: {
    sandboxPayment: SandboxPayment;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedPayment;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/pix-in", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxPayment
    }));
}
/**
 * Simulates a report of a payment
 */
export function rehearseMedCase({ sandboxMedCase }: {
    sandboxMedCase: SandboxMedCase;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedMedCase;
    } | {
        status: 400;
        data: Refusal;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>("/sandbox/med-cases", oazapfts.json({
        ...opts,
        method: "POST",
        body: sandboxMedCase
    }));
}
/**
 * Simulates a change of a report
 */
export function rehearseMedProgress({ id, sandboxMedProgress }: {
    id: string;
    sandboxMedProgress: SandboxMedProgress;
}, opts?: Oazapfts.RequestOpts) {
    return oazapfts.fetchJson<{
        status: 200;
        data: RehearsedMedCase;
    } | {
        status: 401;
        data: Refusal;
    } | {
        status: 404;
        data: Refusal;
    } | {
        status: 422;
        data: Refusal;
    } | {
        status: 500;
        data: Refusal;
    } | {
        status: 503;
        data: Refusal;
    }>(`/sandbox/med-cases/${encodeURIComponent(id)}`, oazapfts.json({
        ...opts,
        method: "PUT",
        body: sandboxMedProgress
    }));
}
