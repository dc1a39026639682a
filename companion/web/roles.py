"""Pairing a device, and the owner's list of devices."""

from collections.abc import Mapping
from datetime import datetime
from http import HTTPStatus
from urllib.parse import urlsplit

from flask import Blueprint, Response, redirect, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.devices import Device, Devices, PairingError, Role
from companion.web.access import COOKIE, current_role, token_of
from companion.web.codes import qr_svg
from companion.web.problem import Problem
from companion.web.sentences import load_sentences
from companion.web.serve import addresses
from companion.web.texts import Texts

YEAR_S = 365 * 24 * 3600
HTML = "text/html; charset=utf-8"


def roles(devices: Devices, texts: Texts, table: str) -> Blueprint:
    """The routes /pair and /devices."""
    bp = Blueprint("roles", __name__)
    _pairing(bp, devices, texts)
    _owning(bp, devices, texts, table)
    return bp


def _pairing(bp: Blueprint, devices: Devices, texts: Texts) -> None:
    """What any device may ask for."""

    def page(key: str, name: str = "", fault: str = "") -> str:
        offered = next((role for role, known in devices.keys.items() if known == key), None)
        role, device = current_role(devices), devices.find(token_of(request))
        shown = {"key": key, "offered": offered, "role": role, "device": device, "name": name, "fault": fault}
        return render_template("pair.html", t=texts, **shown)

    @bp.get("/pair")
    def join() -> str:
        return page(request.args.get("key", ""))

    @bp.post("/pair")
    def pair() -> Answer:
        values = _values()
        try:
            token, device = devices.pair(values.get("pin") or values.get("key", ""), values.get("name", ""), request.remote_addr or "")
        except PairingError as refused:
            status = HTTPStatus.TOO_MANY_REQUESTS if refused.wait_s else HTTPStatus.FORBIDDEN
            headers = {"Retry-After": str(refused.wait_s)} if refused.wait_s else {}
            if not _is_a_page():
                raise Problem(status, str(refused), headers) from refused
            key = values.get("key", "")
            return Response(page(key, values.get("name", ""), _said(texts, refused)), status, headers, content_type=HTML)
        answer: Answer = (
            redirect("/", HTTPStatus.SEE_OTHER)
            if _is_a_page()
            else Response(_json(device, token), HTTPStatus.CREATED, content_type="application/json")
        )
        answer.set_cookie(COOKIE, token, max_age=YEAR_S, httponly=True, samesite="Strict", path="/")
        return answer

    @bp.post("/leave")
    def leave() -> Answer:
        device = devices.find(token_of(request))
        if device is not None:
            devices.revoke(device.id)
        answer = redirect("/", HTTPStatus.SEE_OTHER)
        answer.delete_cookie(COOKIE, path="/")
        return answer


def _owning(bp: Blueprint, devices: Devices, texts: Texts, table: str) -> None:
    """What the owner may ask for."""

    @bp.get("/devices")
    def listed() -> str:
        if current_role(devices) is not Role.OWNER:
            raise Problem(HTTPStatus.FORBIDDEN, texts("roles.owner_only"))
        return page()

    def page(fault: str = "") -> str:
        links = {role: f"{_base()}pair?key={key}" for role, key in devices.keys.items()}
        codes = {role: qr_svg(link) for role, link in links.items() if role is not Role.OWNER}
        seen = {device.id: datetime.fromtimestamp(device.seen).strftime("%H:%M") for device in devices.listed()}
        shown = {"devices": devices.listed(), "pin": devices.pin, "links": links, "codes": codes, "seen": seen}
        return render_template("devices.html", t=texts, overlay=f"{_base()}overlay/{table}?theme=night", fault=fault, **shown)

    @bp.post("/devices/<id>/revoke")
    def revoke(id: str) -> Answer:
        if not devices.revoke(id):
            raise Problem(HTTPStatus.NOT_FOUND, texts("roles.no_device"))
        return redirect("/devices", HTTPStatus.SEE_OTHER)

    @bp.post("/devices/pin")
    def set_pin() -> Answer:
        try:
            devices.set_pin(_values().get("pin", ""))
        except PairingError as refused:
            if not _is_a_page():
                raise Problem(HTTPStatus.BAD_REQUEST, str(refused)) from refused
            return Response(page(_said(texts, refused)), HTTPStatus.BAD_REQUEST, content_type=HTML)
        return redirect("/devices", HTTPStatus.SEE_OTHER)


def _said(texts: Texts, refused: PairingError) -> str:
    """Why a device is not let in, in the page's language."""
    return load_sentences(texts.language, "")(str(refused))


def _base() -> str:
    """The page's address for other devices: they do not find this one by the name that it has for itself."""
    own = urlsplit(request.host_url)
    return addresses("", own.port or 80)[0] if own.hostname in ("localhost", "127.0.0.1", "::1") else request.host_url


def _values() -> Mapping[str, str]:
    found = request.get_json(silent=True) if request.mimetype == "application/json" else request.form.to_dict()
    return {str(name): value for name, value in found.items() if isinstance(value, str)} if isinstance(found, dict) else {}


def _is_a_page() -> bool:
    return request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html"


def _json(device: Device, token: str) -> str:
    return f'{{"schema":1,"id":"{device.id}","role":"{device.role}","token":"{token}"}}'
